import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smsMessages } from '../database/schema/sms.ts';
import { transact } from '../database/transaction.ts';
import type { SmsSender } from '../ports/sms-sender.ts';
import { REPORT_SECRET } from '../testing/messages.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { deliverSms } from './deliver.ts';
import { sendSms } from './send.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const report = (messageId: string, status: string) =>
  server.call(null, 'POST', `/sms/report/${REPORT_SECRET}`, { messageId, status });

const rowOf = async (vendorId: string) => {
  const [row] = await server.db.select().from(smsMessages).where(eq(smsMessages.vendorId, vendorId));
  return row && { state: row.state, reason: row.reason, detail: row.detail, settledAt: row.settledAt };
};

/** Sends a message by a vendor that reports before it has answered. */
async function sendTo(vendorId: string, status: string): Promise<void> {
  const words = { kind: 'phone-changed', text: 'bonjour', params: [] } as const;
  await transact(server.db, (tx) => sendSms(server.ctx, tx, { to: '+2290197000001', words }));
  const hasty: SmsSender = {
    send: async () => {
      expect((await report(vendorId, status)).status).toBe(200);
      return { channel: 'sms', vendorId };
    },
  };
  const { rows } = await server.pool.query(`delete from pgboss.job where name = 'send-sms' returning data`);
  await deliverSms({ ...server.ctx, sms: hasty }, rows[0].data, false);
}

async function halfAMinuteLater(): Promise<void> {
  server.clock.advance(30);
  await server.pool.query(`update pgboss.job set start_after = now() where name = 'report-sms'`);
  await server.messages();
}

/** In how many seconds each kept report is read again. */
async function waiting(): Promise<number[]> {
  const { rows } = await server.pool.query(
    `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
     where name = 'report-sms' and state = 'created'`,
  );
  return rows.map(({ seconds }) => seconds);
}

it.each([
  ['DELIVERED', { state: 'delivered', reason: null, detail: null }],
  ['UNDELIV', { state: 'failed', reason: 'undelivered', detail: 'undeliv' }],
])(
  'a report that arrives before the vendor’s id is stored settles its message: %s',
  async (status, expected) => {
    const arrived = server.clock.now();
    const vendorId = `hasty-${status}`;
    await sendTo(vendorId, status);
    expect(await rowOf(vendorId)).toMatchObject({ state: 'sent' });
    await halfAMinuteLater();
    expect(await rowOf(vendorId)).toEqual({ ...expected, settledAt: arrived });
  },
);

it('a report of an unknown message is read once more and then forgotten', async () => {
  expect((await report('of-nobody', 'DELIVERED')).status).toBe(200);
  expect(await waiting()).toEqual([30]);
  await halfAMinuteLater();
  expect(await waiting()).toEqual([]);
});

it('a report of a settled message is not kept', async () => {
  await sendTo('settled', 'DELIVERED');
  await halfAMinuteLater();
  expect((await report('settled', 'UNDELIV')).status).toBe(200);
  expect(await waiting()).toEqual([]);
  expect(await rowOf('settled')).toMatchObject({ state: 'delivered' });
});
