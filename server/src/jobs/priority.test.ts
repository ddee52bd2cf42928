import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { transact } from '../database/transaction.ts';
import type { SmsJob } from '../ports/jobs.ts';
import type { OutgoingSms, SmsSender } from '../ports/sms-sender.ts';
import { deliverSms } from '../sms/deliver.ts';
import { announceBySms, sendSms } from '../sms/send.ts';
import { codeWords, deliveredWords, phoneChangedWords } from '../sms/texts.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openQueue } from './open-queue.ts';
import { startJobs } from './start-jobs.ts';

const to = '+2290197000001';
const OURS = '+2290197000000';
/** How many messages are sent at a time (start-jobs.ts). */
const BATCH = 20;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ settings: { smsMoments: ['delivered'] } });
});
afterAll(() => server.close());

const send = (words = codeWords('123456')) =>
  transact(server.db, (tx) => sendSms(server.ctx, tx, { to, words }));

/** Queues a code that WhatsApp accepted a minute ago without a report: it is sent again, by SMS. */
async function sendAfterWhatsApp() {
  await send();
  const { rows } = await server.pool.query<{ data: SmsJob }>(
    `delete from pgboss.job where name = 'send-sms' and data->>'kind' = 'code' returning data`,
  );
  const sms: SmsSender = { send: async () => ({ channel: 'whatsapp', vendorId: null }) };
  await deliverSms({ ...server.ctx, sms }, rows[0]!.data, false);
  await server.pool.query(`update pgboss.job set start_after = now() where data->>'afterWhatsApp' = 'true'`);
}

it('codes and changed numbers pass 200 moments that were queued before them', async () => {
  await transact(server.db, async (tx) => {
    for (let n = 0; n < 200; n += 1)
      await announceBySms(server.ctx, tx, {
        to,
        words: deliveredWords(`ORD-${n}`, OURS),
        about: randomUUID(),
      });
  });
  await sendAfterWhatsApp();
  await send(phoneChangedWords(OURS));
  await send();

  const received: OutgoingSms[] = [];
  const sms: SmsSender = {
    send: async (message) => {
      received.push(message);
      return { channel: 'sms', vendorId: null };
    },
  };
  const { boss } = await openQueue(server.pool, (error) => server.ctx.log.error({ err: error }, ''));
  const jobs = await startJobs({ ...server.ctx, sms }, boss, 0.5);
  await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(BATCH), {
    timeout: 60_000,
    interval: 100,
  });
  await jobs.stop();

  const first = received.slice(0, BATCH).filter(({ kind }) => kind !== 'delivered');
  expect(first.map(({ kind, bySms }) => [kind, bySms]).sort()).toEqual([
    ['code', false],
    ['code', true],
    ['phone-changed', false],
  ]);
});
