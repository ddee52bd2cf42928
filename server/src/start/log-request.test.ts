import { expect, it } from 'vitest';
import { buildApp } from '../http/app.ts';
import { startTestApp } from '../testing/test-app.ts';
import { loggedRequest } from './log.ts';

it('logs route patterns, not URLs', async () => {
  const server = await startTestApp();
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const logger = { level: 'info', stream, serializers: { req: loggedRequest } };
  const app = await buildApp(server.ctx, { logger, trustProxy: 0 });
  try {
    const secret = 'c2VjcmV0.c2lnbmF0dXJl';
    for (const [method, url] of [
      ['GET', `/api/files/${secret}`],
      ['HEAD', `/api/files/${secret}`],
      ['GET', `/api/files/${secret}/`],
      ['GET', '/api/prescriptions/search/ORD-80821772'],
      ['GET', '/api/prescriptions?q=Afi'],
    ] as const) {
      await app.inject({ method, url });
    }
    const log = lines.join('');
    expect(log).toContain('/api/prescriptions/search/:number');
    expect(log).not.toMatch(/c2VjcmV0|80821772|Afi/);
  } finally {
    await app.close();
    await server.close();
  }
});
