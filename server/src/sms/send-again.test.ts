import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smsMessages } from '../database/schema/sms.ts';
import type { SmsJob } from '../ports/jobs.ts';
import { SmsFailure } from '../ports/sms-sender.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { deliverSms } from './deliver.ts';
import { findKeptJobs } from './queries.ts';
import { sendSms } from './send.ts';
import { codeWords, phoneChangedWords } from './texts.ts';

const PHONE = '+2290197000001';

let server: TestApp;
let admin: Visitor;
let isVendorAway = false;

beforeAll(async () => {
  server = await startTestApp();
  const { send } = server.ctx.sms;
  const away = () => Promise.reject(new SmsFailure('outage', 'away', 'Solde insuffisant'));
  Object.assign(server.ctx, {
    sms: {
      ...server.ctx.sms,
      send: (message: Parameters<typeof send>[0]) => (isVendorAway ? away() : send(message)),
    },
  });
  admin = await server.signIn('superAdmin', { phone: PHONE });
});
beforeEach(async () => {
  isVendorAway = false;
  await server.messages();
  await server.db.delete(smsMessages);
});
afterAll(() => server.close());

const words = { code: codeWords('123456'), 'phone-changed': phoneChangedWords(PHONE) };
type Kind = keyof typeof words;

/** Queues a message. @returns its id and its job */
async function queued(kind: Kind): Promise<{ id: string; job: SmsJob }> {
  await sendSms(server.ctx, server.db, { to: PHONE, words: words[kind] });
  const [row] = await server.db.select().from(smsMessages).orderBy(desc(smsMessages.id)).limit(1);
  const id = row?.id ?? '';
  const job = (await findKeptJobs(server.db, [id])).get(id);
  if (job === undefined) throw new Error('the queue has no job');
  return { id, job };
}
const stateOf = async () => {
  const [row] = await server.db.select().from(smsMessages);
  return [row?.state, row?.reason, row?.attempts];
};
const received = async () => (await server.messages()).map(({ text }) => text);
const attempt = (job: SmsJob, isLast = false) => deliverSms(server.ctx, job, isLast).catch(() => {});
const resend = (id: string) => server.call(admin, 'POST', `/sms/${id}/resend`);
const failures = async () => (await server.call(admin, 'GET', '/sms')).body.failures;

describe('a vendor that is away', () => {
  it.each([
    ['code', 9 * 60, ['queued', 'outage', 2]],
    ['code', 10 * 60 + 1, ['failed', 'outage', 2]],
    ['phone-changed', 5 * 3_600, ['queued', 'outage', 2]],
    ['phone-changed', 6 * 3_600 + 1, ['failed', 'outage', 2]],
  ] as const)('a %s is tried again after %d s or given up: %j', async (kind, seconds, expected) => {
    const { job } = await queued(kind);
    isVendorAway = true;
    await attempt(job);
    server.clock.advance(seconds);
    await attempt(job);
    expect(await stateOf()).toEqual(expected);
  });

  it('sends no code that has expired once it is back', async () => {
    const before = await received();
    const { job } = await queued('code');
    server.clock.advance(10 * 60 + 1);
    await attempt(job);
    expect([await received(), await stateOf()]).toEqual([before, ['failed', 'expired', 1]]);
  });
});

describe('« Renvoyer »', () => {
  it('sends a message that did not arrive, once, late too, with a line of the journal', async () => {
    const { id, job } = await queued('phone-changed');
    isVendorAway = true;
    await attempt(job, true);
    isVendorAway = false;
    server.clock.advance(12 * 3_600);
    expect(await failures()).toMatchObject([{ _id: id, canBeSentAgain: true, detail: 'Solde insuffisant' }]);
    const before = (await received()).length;
    expect((await resend(id)).status).toBe(204);
    expect((await resend(id)).body.code).toBe('MESSAGE_TOO_OLD');
    expect((await received()).length).toBe(before + 1);
    expect([await stateOf(), await failures()]).toEqual([['sent', null, 1], []]);
    const { lines } = (await server.call(admin, 'GET', '/audit?kind=list')).body;
    expect(lines.map(({ text }: { text: string }) => text)).toContain('a redemandé l’envoi d’un message');
  });

  it('sends neither a code that has expired nor what the queue has dropped', async () => {
    const { id, job } = await queued('code');
    isVendorAway = true;
    await attempt(job, true);
    server.clock.advance(10 * 60);
    expect([(await failures())[0].canBeSentAgain, (await resend(id)).body.code]).toEqual([
      false,
      'MESSAGE_TOO_OLD',
    ]);
    await server.db.delete(smsMessages);
    const other = await queued('phone-changed');
    await attempt(other.job, true);
    await server.pool.query(`delete from pgboss.job where data ->> 'messageId' = $1`, [other.id]);
    expect([(await failures())[0].canBeSentAgain, (await resend(other.id)).status]).toEqual([false, 409]);
  });
});

it('a test goes to one’s own telephone at once, and says what the vendor answered', async () => {
  const test = async () => (await server.call(admin, 'POST', '/sms/test')).body;
  expect(await test()).toEqual({ reason: null, detail: null });
  const [last] = await server.messages();
  expect(last).toMatchObject({ to: PHONE, text: expect.stringContaining('essai') });
  isVendorAway = true;
  expect(await test()).toEqual({ reason: 'outage', detail: 'Solde insuffisant' });
  expect(await server.db.select().from(smsMessages)).toEqual([]);
});
