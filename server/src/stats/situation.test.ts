import { repeatedJobNames } from '@amasin/domain/house/jobs.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { knownMigrations } from '../database/migration-list.ts';
import { markStore } from '../files/house-mark.ts';
import { openQueue } from '../jobs/open-queue.ts';
import { openProvider } from '../payments/open.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from '../payments/providers/fedapay.fixture.ts';
import { sandboxProvider } from '../payments/providers/sandbox.ts';
import { findMoneyHold } from '../payments/queries.ts';
import type { BackupState } from '../ports/machine.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { version } from '../settings/version.ts';
import { fillBasket, openPayment } from '../testing/pay.ts';
import { startTestApp, TEST_SECRET, type TestApp, type Visitor } from '../testing/test-app.ts';

let fedapay: FakeFedapay;
let server: TestApp;
let admin: Visitor;
let backups: BackupState = { last: null, check: null };

beforeAll(async () => {
  fedapay = await startFedapay({ now: () => server.clock.now() });
  const clock = { now: () => server.clock.now() };
  server = await startTestApp({
    payments: openProvider(readProviderSettings('fedapay', fedapayEnv(fedapay.url)), clock),
    machine: {
      commit: 'abc123',
      startedAt: new Date('2026-11-20T09:00:00.000Z'),
      readBackups: async () => backups,
      answers: () => [{ host: 'sms.exemple.bj', status: null, at: clock.now() }],
    },
  });
  const { db } = server;
  Object.assign(server.ctx, { otherPayments: [sandboxProvider({ db, clock, secret: TEST_SECRET })] });
  admin = await server.signIn('superAdmin');
});
afterAll(async () => {
  await server.close();
  await fedapay.close();
});

const read = async () => (await server.call(admin, 'GET', '/situation')).body;
const hold = () =>
  server.pool.query(
    `insert into restores (id, restored_at, backup_at) values (gen_random_uuid(), now(), '2026-11-19T10:00:00Z')`,
  );

it('says what runs, and what nobody has done yet', async () => {
  const { jobs, clockAheadMs, ...rest } = await read();
  expect(rest).toEqual({
    version,
    commit: 'abc123',
    schema: knownMigrations.at(-1)?.tag,
    startedAt: '2026-11-20T09:00:00.000Z',
    moneyWaitsSince: null,
    isStoreAdopted: false,
    backup: null,
    backupCheck: null,
    payments: ['FedaPay', expect.any(String)],
    answers: [{ host: 'sms.exemple.bj', status: null, at: '2026-11-20T10:00:00.000Z' }],
  });
  const { rows } = await server.pool.query('select extract(epoch from now()) * 1000 as now');
  expect(Math.abs(server.clock.now().getTime() - rows[0].now - clockAheadMs)).toBeLessThan(60_000);
  expect(jobs.map(({ name }: { name: string }) => name)).toEqual(repeatedJobNames);
  const of = (wanted: string) => jobs.find(({ name }: { name: string }) => name === wanted);
  const never = { endedAt: null, hasFailed: false };
  expect([of('send-refunds'), of('sweep')]).toEqual([
    { name: 'send-refunds', ...never, isLate: true, nextAt: '2026-11-20T10:01:00.000Z' },
    { name: 'sweep', ...never, isLate: false, nextAt: '2026-11-21T02:17:00.000Z' },
  ]);
});

it('says how the last run of a job ended, and the last backup', async () => {
  const { boss } = await openQueue(server.pool, () => {}, { upkeep: false });
  for (const name of ['sweep', 'keep']) {
    await boss.createQueue(name, { retryLimit: 0 });
    await boss.send(name);
    const [job] = await boss.fetch(name);
    await (name === 'sweep' ? boss.complete(name, job!.id) : boss.fail(name, job!.id));
  }
  await boss.stop({ graceful: false });
  await markStore(server.ctx);
  const at = new Date('2026-11-20T03:00:00.000Z');
  backups = { last: { finishedAt: at, bytes: 1_000 }, check: { at, isWhole: false, isRestored: true } };
  const { jobs, backup, backupCheck, isStoreAdopted } = await read();
  const failed = jobs.filter(({ endedAt }: { endedAt: string | null }) => endedAt !== null);
  expect(failed).toMatchObject([
    { name: 'sweep', hasFailed: false },
    { name: 'keep', hasFailed: true },
  ]);
  expect([backup, backupCheck, isStoreAdopted]).toEqual([
    { finishedAt: at.toISOString(), bytes: 1_000 },
    { at: at.toISOString(), isWhole: false, isRestored: true },
    true,
  ]);
});

it('lists a payment that only the provider knows, and who lists nothing or does not answer', async () => {
  const customer = await server.signIn('customer');
  const { order } = await fillBasket(server);
  const { transactionId } = await openPayment(server, customer, { order });
  fedapay.settle(transactionId, { status: 'paid' });
  await server.pool.query('delete from payments');
  const compare = (since: string) => server.call(admin, 'GET', `/situation/reconcile?since=${since}`);
  const [first, second] = (await compare('2026-11-20')).body.books;
  expect(first).toMatchObject({
    provider: 'FedaPay',
    state: 'compared',
    differences: [{ finding: 'only-theirs', kind: 'payment', ours: transactionId, ourAmount: null }],
  });
  expect(second).toMatchObject({ state: 'unlisted', differences: [] });
  fedapay.trouble = 'error';
  expect((await compare('2026-11-20')).body.books[0]).toMatchObject({ state: 'silent', differences: [] });
  fedapay.trouble = null;
  expect((await compare('hier')).body.fields).toEqual({ since: 'Indiquez un jour' });
  expect((await server.pool.query('select from payments')).rowCount).toBe(0);
});

it('lets money go out again after a restore, once, with a line of the journal', async () => {
  await hold();
  expect(await read()).toMatchObject({ moneyWaitsSince: '2026-11-19T10:00:00.000Z' });
  const resume = async () => (await server.call(admin, 'POST', '/situation/resume-money')).body;
  expect([await resume(), await resume()]).toEqual([{ resumed: true }, { resumed: false }]);
  expect(await findMoneyHold(server.db)).toBeNull();
  const { rows } = await server.pool.query(`select actor_id from audit where action = 'resume-money'`);
  expect(rows).toEqual([{ actor_id: admin.row.id }]);
});
