import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { strayDebits } from '../database/schema/refunds.ts';
import { sendRefunds } from '../payments/refund.ts';
import { eventsOf, type LiveClient, type LiveTest, startLiveTest } from '../testing/live.ts';
import { elsewhere, fillBasket, openPayment, refundBehaves, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let test: LiveTest;
let supervisor: Visitor;
let customer: Visitor;
let opened: { transactionId: string; amount: number };
/** Who decides about payments, and who does not. */
let deciders: LiveClient[];
let agent: LiveClient;
let owner: LiveClient;
let stranger: LiveClient;

beforeAll(async () => {
  server = await startTestApp();
  test = await startLiveTest(server);
  supervisor = await server.signIn('supervisor');
  customer = await server.signIn('customer');
});
afterAll(async () => {
  await test.live.close();
  await server.close();
});
beforeEach(async () => {
  const { order } = await fillBasket(server);
  opened = await openPayment(server, customer, { order: elsewhere(order) });
  deciders = [await test.connect(supervisor), await test.connect(await server.signIn('superAdmin'))];
  agent = await test.connect(await server.signIn('agent'));
  owner = await test.connect(customer);
  stranger = await test.connect(await server.signIn('customer'));
});

const changes = (client: LiveClient) => eventsOf(client, 'changed').flat();

/** Does this, and waits until everyone has been told. */
async function tell(change: () => Promise<unknown>) {
  const all = [...deciders, agent, owner, stranger];
  await test.settled(...all);
  for (const client of all) client.received.length = 0;
  await change();
  await test.settled(...all);
}

/** Supervisors and super administrators were told to reload payments and orders (whose list counts payments); nobody else was. */
function expectTold() {
  for (const client of deciders) {
    expect(changes(client)).toContain('payments');
    expect(changes(client)).toContain('orders');
  }
  for (const client of [agent, stranger]) expect(changes(client)).not.toContain('payments');
}

const reported = (change: object) => () => report(server, reportOf(opened, change));
const decide = (path: string, body?: object) => async () =>
  expect((await server.call(supervisor, 'POST', path, body)).status).toBe(204);

it('a payment that enters review is announced to those who decide about it, and to its customer', async () => {
  await tell(reported({ amount: 100 }));
  expectTold();
  expect(changes(owner)).toContain('payments');
});

it.each([
  ['seen', { note: 'Vu avec MTN' }],
  ['refund', undefined],
])('a payment that leaves review (%s) is announced to those who decide', async (path, body) => {
  await reported({ amount: 100 })();
  await tell(decide(`/payments/${opened.transactionId}/${path}`, body));
  expectTold();
});

it('a paid payment is not announced to them, only its order', async () => {
  await tell(reported({}));
  for (const client of deciders) {
    expect(changes(client)).toContain('orders');
    expect(changes(client)).not.toContain('payments');
  }
  expect(changes(owner)).toContain('payments');
});

it('money without a payment is announced to those who decide, when it arrives and when it is closed', async () => {
  await reported({})();
  await tell(reported({ reference: `REF-${opened.transactionId}` }));
  expectTold();
  const [debit] = await server.db.select().from(strayDebits);
  await tell(decide(`/debits/${debit?.id}/seen`, { note: 'Rendu en agence' }));
  expectTold();
});

it('a refund without an order that the provider refuses is announced to those who decide', async () => {
  await reported({ amount: 4_500 })();
  await refundBehaves(server, opened.transactionId, 'decline');
  await decide(`/payments/${opened.transactionId}/refund`)();
  await tell(() => sendRefunds(server.ctx));
  expectTold();
});
