import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { embeddedSms, serveSmsPage } from './embedded.ts';

it('shows the latest hundred demo messages as HTML and JSON', async () => {
  const logged: object[] = [];
  const log = { info() {}, warn: (details: object) => void logged.push(details), error() {} };
  const sender = embeddedSms({ clock: { now: () => new Date('2026-11-20T10:00:00Z') }, log });
  const app = Fastify();
  serveSmsPage(app, sender);
  const page = () => app.inject({ url: '/api/dev/sms', headers: { accept: 'text/html,*/*' } });
  expect((await page()).body).toContain('Aucun message pour le moment');
  for (let n = 1; n <= 101; n += 1) {
    const message = { to: '+2290197000001', text: `<b>${n}</b>`, kind: 'code', params: [] } as const;
    await sender.send(message);
  }
  expect(logged).toHaveLength(101);
  const { messages, total } = (await app.inject('/api/dev/sms')).json();
  expect([total, messages[0], messages.at(-1).text]).toEqual([
    100,
    { to: '+2290197000001', text: '<b>101</b>', at: '2026-11-20T10:00:00.000Z' },
    '<b>2</b>',
  ]);
  const { body, headers } = await page();
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('&lt;b&gt;101&lt;/b&gt;');
  await app.close();
});
