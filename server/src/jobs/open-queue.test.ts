import { NIL } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openQueue } from './open-queue.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

it('a transaction on the only connection adds the first job of each queue', async () => {
  const config = { ...server.pool.options, max: 1, connectionTimeoutMillis: 500 };
  const { db, pool, close } = openDatabase(config, () => {});
  const { boss, jobs } = await openQueue(pool, () => {}, { upkeep: false });
  await transact(db, async (tx) => {
    await jobs.add(tx, 'report-sms', { channel: 'sms', reports: [], at: '2026-01-01T00:00:00.000Z' });
    await jobs.add(tx, 'send-push', { notificationId: NIL, subscriptionId: NIL });
    await jobs.addLater(tx, 'send-sms', 60, { to: '+2290197000001', sealed: '', toAccountsOnly: false });
  });
  const { rows } = await pool.query('select name from pgboss.job order by name');
  expect(rows.map(({ name }) => name)).toEqual(['report-sms', 'send-push', 'send-sms']);
  await boss.stop({ graceful: false });
  await close();
});
