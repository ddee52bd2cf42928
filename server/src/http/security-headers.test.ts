import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { registerSecurityHeaders } from './page-policies.ts';

const app = Fastify();
registerSecurityHeaders(app);
app.get('/plain', () => ({ plain: true }));
app.get('/portal', (_request, reply) =>
  reply
    .header('content-security-policy', "frame-ancestors 'self'")
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-cache')
    .send('portal'),
);
app.get('/failing', () => {
  throw new Error('expected by the test');
});
afterAll(() => app.close());

describe('every response', () => {
  it.each(['/plain', '/failing', '/unknown'])('%s has the strict default headers', async (url) => {
    const { headers } = await app.inject({ url });
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
    expect(headers['permissions-policy']).toMatch(/camera=\(self\), geolocation=\(self\), microphone=\(\)/);
  });

  it('includes the headers set by its handler unchanged', async () => {
    const { headers } = await app.inject({ url: '/portal' });
    expect(headers['content-security-policy']).toBe("frame-ancestors 'self'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
