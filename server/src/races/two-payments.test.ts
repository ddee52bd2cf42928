import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { openPayment, reportOf, reportOverHttp } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let call: Caller;
let customer: Visitor;
let parts: Parameters<typeof buildOrder>[1];

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  customer = await server.signIn('customer');
  const zone = await buildZone(server.db);
  const medication = await buildMedication(server.db);
  parts = {
    state: 'pre-treatment',
    zone,
    items: [{ medication, quantity: 1 }],
    customerId: customer.row.id,
    itemsWrittenById: (await server.signIn('agent')).row.id,
  };
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const webhook = async (event: object) => (await reportOverHttp(call, server, event)).status;
const statusesOf = async (orderId: string) =>
  (
    await server.pool.query('select status from payments where order_id = $1 order by status', [orderId])
  ).rows.map(({ status }) => status);

it(
  'paid wins over failed and cancelled, reported concurrently in any order',
  async () => {
    const silent = { amount: null, currency: null, reference: null };
    await inRounds(4, async (round) => {
      const { id } = await buildOrder(server.db, parts);
      const opened = await openPayment(server, customer, { orderId: id });
      const events = [
        ...times(2, () => reportOf(opened)),
        ...times(2, () => reportOf(opened, { status: 'failed', ...silent })),
        reportOf(opened, { status: 'cancelled', ...silent }),
      ];
      const statuses = await Promise.all(shuffled(events, round).map(webhook));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await statusesOf(id)).toEqual(['paid']);
    });
  },
  RACE_MS,
);

it(
  'of two concurrent payments of an order, one is settled and the other goes to review (rule 15)',
  async () => {
    // One round at a time: a signed report is refused once another round has advanced the clock.
    await inRounds(1, async () => {
      const { id } = await buildOrder(server.db, parts);
      customer = await server.session(customer.row);
      const first = await openPayment(server, customer, { orderId: id });
      // Its portal has expired, but a payment there may still be reported.
      server.clock.advance(15 * 60);
      const two = [first, await openPayment(server, customer, { orderId: id })];
      const statuses = await Promise.all(two.map((opened) => webhook(reportOf(opened))));
      expect(statuses).toEqual([200, 200]);
      expect(await statusesOf(id)).toEqual(['paid', 'review']);
    });
  },
  RACE_MS,
);
