import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { refunds } from '../database/schema/refunds.ts';
import { sandboxRefunds } from '../database/schema/sandbox-pay.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { messagesTo } from '../testing/notices.ts';
import {
  elsewhere,
  fillBasket,
  openPayment,
  placePaidOrder,
  refundBehaves,
  report,
  reportOf,
} from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { sendRefunds } from './refund.ts';

const NOTE = 'Dépôt MTN du 20 novembre';

let server: TestApp;
let supervisor: Visitor;
let customer: Visitor;
let id: string;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
  customer = await server.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
// A refund of 4 500 F that the provider will refuse.
beforeEach(async () => {
  const { order } = await fillBasket(server);
  const opened = await openPayment(server, customer, { order: elsewhere(order) });
  await report(server, reportOf(opened, { amount: 4_500 }));
  await refundBehaves(server, opened.transactionId, 'decline');
  await server.call(supervisor, 'POST', `/payments/${opened.transactionId}/refund`);
  ({ id } = (await openRefunds()).at(-1)!);
});

const openRefunds = async (): Promise<{ id: string; state: string }[]> => {
  const { body } = await server.call(supervisor, 'GET', '/payments/review');
  return body.refunds.map(({ _id, state }: { _id: string; state: string }) => ({ id: _id, state }));
};
const settle = (by = supervisor, note = NOTE) => server.call(by, 'POST', `/refunds/${id}/by-hand`, { note });
const rowOf = async () => (await server.db.select().from(refunds)).find((row) => row.id === id)!;
const booked = async () => {
  const { rows } = await server.pool.query(
    'select kind, account, amount_fcfa as amount from entries join journals on journals.id = journal_id where refund_id = $1 order by entries.id',
    [id],
  );
  return rows.map(({ kind, account, amount }) => [kind, account, Number(amount)]);
};

it('is refused while the provider may still pay it back', async () => {
  expect((await settle()).body.code).toBe('STATE_CHANGED');
  expect(await rowOf()).toMatchObject({ state: 'asked', settledById: null });
  expect(await booked()).toHaveLength(2);
  await sendRefunds(server.ctx);
  await settle();
});

it('needs a note', async () => {
  await sendRefunds(server.ctx);
  expect((await settle(supervisor, ' ')).status).toBe(422);
  expect((await rowOf()).state).toBe('failed');
  await settle();
});

it('of a refund that the provider refused is booked once and told to the customer', async () => {
  await sendRefunds(server.ctx);
  const responses = await Promise.all([settle(), settle()]);
  expect(responses.map(({ status }) => status)).toEqual([204, 204]);
  const at = server.clock.now();
  expect(await rowOf()).toMatchObject({
    state: 'done',
    doneAt: at,
    settledById: supervisor.row.id,
    settledNote: NOTE,
  });
  expect((await booked()).slice(2)).toEqual([
    ['refund', 'refund', 4_500],
    ['refund', 'customer', -4_500],
  ]);
  expect(await openRefunds()).toEqual([]);
  const [latest] = await messagesTo(server, customer, '4 500 F');
  expect(latest?.replaceAll('\u00a0', ' ')).toMatch(/^Remboursement effectué/);
});

it('is final: it is not settled again, and the provider is not asked again', async () => {
  await sendRefunds(server.ctx);
  await settle();
  expect((await settle(await server.signIn('supervisor'))).body.code).toBe('STATE_CHANGED');
  await server.call(supervisor, 'POST', `/refunds/${id}/retry`);
  server.clock.advance(3600);
  expect(await sendRefunds(server.ctx)).toBe(0);
  expect((await rowOf()).settledNote).toBe(NOTE);
  const paidBack = await server.db.select().from(sandboxRefunds);
  expect(paidBack.filter(({ status }) => status === 'done')).toEqual([]);
});

it('shows supervisors who noted what, and not the customer', async () => {
  const order = await placePaidOrder(server, customer);
  await refundBehaves(server, order.transactionId, 'decline');
  await server.call(supervisor, 'POST', `/orders/${order._id}/cancellation`, { reason: 'unavailable' });
  await sendRefunds(server.ctx);
  ({ id } = (await openRefunds()).at(-1)!);
  const read = async (by: Visitor) =>
    (await server.call(by, 'GET', `/orders/${order._id}`)).body.order.refund;
  expect(await read(supervisor)).toEqual({ amount: 4_825, state: 'failed' });
  await settle();
  const settled = { by: supervisor.row.name, note: NOTE };
  expect(await read(supervisor)).toEqual({ amount: 4_825, state: 'done', settled });
  expect(await read(customer)).toEqual({ amount: 4_825, state: 'done' });
});
