import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unsentMessages } from './invariants.ts';
import { placePaidOrder } from './pay.ts';
import { startTestApp, type TestApp } from './test-app.ts';

// Invariant I9: every message is sent at least once.

let server: TestApp;
let order: string;

beforeAll(async () => {
  server = await startTestApp({ settings: { smsMoments: ['paid', 'on-the-way', 'delivered'] } });
  order = (await placePaidOrder(server, await server.signIn('customer')))._id;
});
afterAll(() => server.close());

const unsent = () => unsentMessages(server.db, [order]);

it('reports a message and its job until they are delivered', async () => {
  expect(await unsent()).toEqual([
    expect.stringMatching(/^I9 the message \S+ \(paid\) is queued$/),
    expect.stringMatching(/^I9 the job \S+ \(send-sms\) is created$/),
  ]);
  await server.messages();
  expect(await unsent()).toEqual([]);
});

it('reports a moment that was not announced', async () => {
  await server.db.execute(sql`update sms_messages set kind = 'answer' where about = ${order}`);
  expect(await unsent()).toEqual([`I9 the order ${order} has no message of its moment paid`]);
  await server.db.execute(sql`update sms_messages set kind = 'paid' where about = ${order}`);
});

it('reports a message and a job that failed', async () => {
  await server.db.execute(
    sql`update sms_messages set state = 'failed', reason = 'expired', settled_at = created_at where about = ${order}`,
  );
  await server.db.execute(sql`update pgboss.job set state = 'failed' where name = 'send-sms'`);
  expect(await unsent()).toEqual([
    expect.stringMatching(/^I9 the message \S+ \(paid\) is failed$/),
    expect.stringMatching(/^I9 the job \S+ \(send-sms\) is failed$/),
  ]);
});
