import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openQueue, type Queue } from './open-queue.ts';

let server: TestApp;
let queue: Queue | undefined;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => {
  await queue?.boss.stop({ graceful: false });
  await server.close();
});

const open = async () => {
  queue = await openQueue(server.pool, () => {});
  return queue;
};

/** Whether each of these is in the future by the clock of the database. */
async function findFuture() {
  const { rows } = await server.pool.query(`
    select (select cron_on > now() + interval '1 minute' from pgboss.version) as cron,
      (select bool_or(maintain_on > now() + interval '1 minute') from pgboss.queue) as upkeep,
      (select start_after > now() from pgboss.job where name = 'send-push') as waiting,
      (select started_on > now() from pgboss.job where name = 'send-sms') as active`);
  return rows[0];
}

it('a queue that ran while the clock was an hour ahead goes on at once', async () => {
  const { boss } = await open();
  await boss.send('send-sms', {});
  await boss.fetch('send-sms');
  await boss.send('send-push', {});
  await boss.stop({ graceful: false });
  await server.pool.query(`
    update pgboss.version set cron_on = now() + interval '1 hour';
    update pgboss.queue set maintain_on = now() + interval '1 hour';
    update pgboss.job set created_on = now() + interval '1 hour', start_after = now() + interval '1 hour',
      started_on = case when state = 'active' then now() + interval '1 hour' end`);
  expect(await findFuture()).toEqual({ cron: true, upkeep: true, waiting: true, active: true });
  await open();
  expect(await findFuture()).toEqual({ cron: false, upkeep: false, waiting: false, active: false });
});
