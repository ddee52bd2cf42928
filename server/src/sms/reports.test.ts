import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SmsMessageRow, smsMessages } from '../database/schema/sms.ts';
import { transact } from '../database/transaction.ts';
import { SmsFailure, type SmsSender } from '../ports/sms-sender.ts';
import { readSmsSettings } from '../settings/sms-settings.ts';
import { REPORT_SECRET } from '../testing/messages.ts';
import { placePaidOrder } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { deliverSms } from './deliver.ts';
import { readReports } from './http-vendor.ts';
import { seal, sendSms, sweepMessages } from './send.ts';
import { shapesOf } from './vendors.fixture.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ settings: { smsMoments: ['paid'] } });
});
afterAll(() => server.close());

let admin: Visitor;

beforeAll(async () => {
  admin = await server.signIn('superAdmin');
});

const at = () => server.clock.now();
let numbers = 0;
/** A message that a vendor accepted. */
async function build(change: Partial<typeof smsMessages.$inferInsert> = {}): Promise<SmsMessageRow> {
  numbers += 1;
  const sent = { state: 'sent', channel: 'sms', vendorId: `v-${numbers}`, sentAt: at() } as const;
  const row = { kind: 'paid', phone: '01 •• •• •• 01', createdAt: at(), ...sent, ...change } as const;
  const [stored] = await server.db.insert(smsMessages).values(row).returning();
  if (stored === undefined) throw new Error('not inserted');
  return stored;
}
const stateOf = async ({ id }: { id: string }) => {
  const [row] = await server.db.select().from(smsMessages).where(eq(smsMessages.id, id));
  return row && [row.state, row.reason, row.detail];
};
const report = (body: object, secret = REPORT_SECRET) =>
  server.call(null, 'POST', `/sms/report/${secret}`, body);

describe('a report', () => {
  it('settles its message once; states never go back', async () => {
    const one = await build();
    const other = await build();
    const answer = { status: 200, body: { success: true } };
    expect(await report({ messageId: one.vendorId, status: 'DELIVERED' })).toMatchObject(answer);
    expect(await report({ messageId: one.vendorId, status: 'FAILED' })).toMatchObject(answer);
    expect(await stateOf(one)).toEqual(['delivered', null, null]);
    for (const status of ['UNDELIV', 'DELIVERED'])
      expect(await report({ messageId: other.vendorId, status })).toMatchObject(answer);
    expect(await stateOf(other)).toEqual(['failed', 'undelivered', 'undeliv']);
  });

  it('of an unknown or queued message, or without a final state, changes nothing and gets the same answer', async () => {
    const queued = await build({ state: 'queued', channel: null, vendorId: null, sentAt: null });
    const sent = await build();
    const byWhatsApp = await build({ channel: 'whatsapp' });
    const bodies = [
      { messageId: 'unknown', status: 'delivered' },
      { messageId: null, status: 'delivered' },
      { messageId: queued.id, status: 'delivered' },
      { messageId: sent.vendorId, status: 'SENT' },
      { messageId: sent.vendorId },
      { messageId: byWhatsApp.vendorId, status: 'delivered' },
      {},
      [],
    ];
    for (const body of bodies)
      expect(await report(body)).toMatchObject({ status: 200, body: { success: true } });
    expect(await stateOf(queued)).toEqual(['queued', null, null]);
    for (const row of [sent, byWhatsApp]) expect(await stateOf(row)).toEqual(['sent', null, null]);
  });

  it.each(['', 'x', `${REPORT_SECRET}x`, REPORT_SECRET.slice(1), 'é'.repeat(40)])(
    'with the secret « %s » is not found, and changes nothing',
    async (secret) => {
      const row = await build();
      const body = { messageId: row.vendorId, status: 'delivered' };
      expect((await report(body, encodeURIComponent(secret))).status).toBe(404);
      expect(await stateOf(row)).toEqual(['sent', null, null]);
    },
  );

  it('may be a form', async () => {
    const row = await build();
    const response = await server.app.inject({
      method: 'POST',
      url: `/api/sms/report/${REPORT_SECRET}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `messageId=${row.vendorId}&status=delivered`,
    });
    expect(response.statusCode).toBe(200);
    expect(await stateOf(row)).toEqual(['delivered', null, null]);
  });
});

it.each(shapesOf('+2290197123456', 'texte').filter((shape) => shape.report !== null))(
  '$name reports in its own shape',
  ({ settings, report: shaped, vendorId }) => {
    const url = { SMS_URL: 'https://sms.test', SMS_KEY: 'key', SMS_REPORT_SECRET: REPORT_SECRET };
    const { report: described } = readSmsSettings({ ...url, ...settings });
    const read = (status: string) => {
      const rawBody = Buffer.from(JSON.stringify(shaped?.(status)));
      return described && readReports(described, REPORT_SECRET, { rawBody, headers: {} });
    };
    expect(read('DELIVERED')).toEqual([{ vendorId, state: 'delivered', detail: null }]);
    expect(read('REJECTED')).toMatchObject([{ vendorId, state: 'failed' }]);
    expect(JSON.stringify(read('REJECTED'))).not.toContain('97123456');
    expect(read('PENDING')).toEqual([]);
  },
);

describe('a message that a vendor does not take', () => {
  const down: SmsSender = {
    send: () => Promise.reject(new SmsFailure('key', 'the SMS provider answered 401', 'Clé inconnue')),
  };
  /** Queues one, and returns its job. */
  async function queue() {
    const words = { kind: 'phone-changed', text: 'bonjour', params: [] } as const;
    await transact(server.db, (tx) => sendSms(server.ctx, tx, { to: '+2290197000001', words }));
    const [row] = await server.db.select().from(smsMessages).where(eq(smsMessages.state, 'queued'));
    const { rows } = await server.pool.query(
      `select data from pgboss.job where name = 'send-sms' order by created_on desc limit 1`,
    );
    await server.pool.query(`delete from pgboss.job where name = 'send-sms'`);
    return { row, job: rows.at(-1).data };
  }

  it('is retried, and has failed with its reason after the last attempt', async () => {
    await server.db.delete(smsMessages);
    const { job } = await queue();
    const ctx = { ...server.ctx, sms: down };
    await expect(deliverSms(ctx, job, false)).rejects.toThrow('401');
    expect(await stateOf({ id: job.messageId })).toEqual(['queued', 'key', 'Clé inconnue']);
    await expect(deliverSms(ctx, job, true)).rejects.toThrow('401');
    expect(await stateOf({ id: job.messageId })).toEqual(['failed', 'key', 'Clé inconnue']);
    const [row] = await server.db.select().from(smsMessages);
    expect(row).toMatchObject({ attempts: 2, settledAt: at() });
  });

  it('is sent once, even when its job is run again', async () => {
    const { job } = await queue();
    const before = (await server.messages()).length;
    await deliverSms(server.ctx, job, false);
    await deliverSms(server.ctx, job, false);
    expect(await server.messages()).toHaveLength(before + 1);
    expect(await stateOf({ id: job.messageId })).toEqual(['sent', null, null]);
  });

  it('of the previous version is still sent', async () => {
    const before = (await server.messages()).length;
    const job = {
      to: '+2290197000001',
      sealed: seal('ancien', server.ctx.linkSecrets[0]),
      toAccountsOnly: false,
    };
    await deliverSms(server.ctx, job, false);
    expect((await server.messages()).slice(0, -before || undefined).map(({ text }) => text)).toContain(
      'ancien',
    );
  });
});

describe('the super administrator', () => {
  const read = async () => (await server.call(admin, 'GET', '/sms')).body;

  it('reads the last 24 hours by state, and what was not received and why', async () => {
    await server.db.delete(smsMessages);
    const customer = await server.signIn('customer');
    const order = await placePaidOrder(server, customer);
    await server.messages();
    const failed = { state: 'failed', reason: 'undelivered', detail: 'Absent', settledAt: at() } as const;
    await server.db.update(smsMessages).set(failed);
    const yesterday = new Date(at().getTime() - 25 * 3600_000);
    await build({ createdAt: yesterday });
    await build();
    const never = { channel: null, vendorId: null, sentAt: null, state: 'queued' } as const;
    await build(never);
    // Its job is gone.
    await build({ ...never, kind: 'code', createdAt: new Date(at().getTime() - 16 * 60_000) });
    const body = await read();
    expect(body).toMatchObject({
      counts: { queued: 1, sent: 1, delivered: 0, failed: 2 },
      failures: [
        { kind: 'paid', reason: 'undelivered', detail: 'Absent', order: order.number },
        { kind: 'code', reason: 'expired', detail: null, order: null },
      ],
      moments: ['paid'],
    });
    expect(JSON.stringify(body)).not.toContain(customer.row.phone);
    expect((await server.call(admin, 'GET', '/stats/owner')).body.failedMessages).toBe(2);
  });

  it('reads nothing of a month ago; what was left in the queue has failed', async () => {
    const lost = await build({
      channel: null,
      vendorId: null,
      sentAt: null,
      state: 'queued',
      kind: 'code',
      createdAt: new Date(at().getTime() - 16 * 60_000),
    });
    await sweepMessages(server.ctx);
    expect(await stateOf(lost)).toEqual(['failed', 'expired', null]);
    server.clock.advance(31 * 24 * 3600);
    admin = await server.session(admin.row);
    await sweepMessages(server.ctx);
    expect(await read()).toMatchObject({ counts: { failed: 0 }, failures: [] });
    expect(await server.db.select().from(smsMessages)).toEqual([]);
  });
});

describe('a report that comes before the vendor’s answer', () => {
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
    const { rows } = await server.pool.query(
      `select data from pgboss.job where name = 'send-sms' order by created_on desc limit 1`,
    );
    await server.pool.query(`delete from pgboss.job where name = 'send-sms'`);
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
});
