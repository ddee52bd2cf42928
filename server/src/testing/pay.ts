import { randomUUID } from 'node:crypto';
import type { Payment } from '@amasin/domain/payments/payment.ts';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import { signCall } from '../payments/providers/call.ts';
import { type Behaviour, type RefundBehaviour, SIGNATURE_HEADER } from '../payments/providers/sandbox.ts';
import type { Caller } from './http.ts';
import { type Seen, TEST_SECRET, type TestApp, type Visitor } from './test-app.ts';

/** A purchase of a customer in a test, with the order's body. */
export interface Basket {
  readonly zone: ZoneRow;
  readonly medication: MedicationRow;
  readonly order: {
    readonly prescription: { readonly type: 'numerical'; readonly items: readonly object[] };
    readonly deliveryZone: string;
    readonly deliveryAddress: string;
  };
}

/** Three boxes at 1 250 F in a zone at 700 F: medicines 3 750, commission 375, total 4 825 F. */
export async function fillBasket(server: TestApp): Promise<Basket> {
  const zone = await buildZone(server.db, { price: 700 });
  const medication = await buildMedication(server.db, { price: 1250 });
  const items = [{ medicationId: medication.id, quantity: 3 }];
  const order = {
    prescription: { type: 'numerical', items },
    deliveryZone: zone.id,
    deliveryAddress: 'Carré 1204, Fidjrossè, portail vert',
  } as const;
  return { zone, medication, order };
}

let addresses = 0;

/** Gives an order another address: it is a different basket, which can be paid separately. */
export function elsewhere<O extends object>(order: O): O & { deliveryAddress: string } {
  addresses += 1;
  return { ...order, deliveryAddress: `Lot ${addresses}, Akpakpa` };
}

/** Opens the payment of a draft order or an existing order (`{ orderId }`). */
export async function openPayment(
  server: TestApp,
  customer: Visitor,
  body: { order: object } | { orderId: string },
): Promise<{ transactionId: string; amount: number }> {
  const { status, body: opened } = await server.call(customer, 'POST', '/payments', body);
  if (status !== 201) throw new Error(`POST /payments returned ${status}: ${JSON.stringify(opened)}`);
  return opened;
}

/** Sets the behaviour of the embedded provider. @returns the outcome shown on its page */
export async function providerDoes(
  server: TestApp,
  transactionId: string,
  behaviour: Behaviour,
): Promise<string> {
  const url = `/sandbox-pay/transactions/${transactionId}/${behaviour}`;
  const response = await server.app.inject({ method: 'POST', url });
  if (response.statusCode !== 200) throw new Error(`the provider returned ${response.statusCode}`);
  return response.json().outcome;
}

/** Sets how the embedded provider behaves when it is asked for the refund of a transaction. */
export async function refundBehaves(
  server: TestApp,
  transactionId: string,
  behaviour: RefundBehaviour,
): Promise<void> {
  const url = `/sandbox-pay/transactions/${transactionId}/refund/${behaviour}`;
  const response = await server.app.inject({ method: 'POST', url });
  if (response.statusCode !== 200) throw new Error(`the provider returned ${response.statusCode}`);
}

export function place(server: TestApp, customer: Visitor, order: object, transactionId: string) {
  return server.call(customer, 'POST', '/orders', { ...order, transactionId });
}

/** An order that a customer placed and paid through the API. */
export async function placePaidOrder(server: TestApp, customer: Visitor, basket?: Basket) {
  const { order } = basket ?? (await fillBasket(server));
  const { transactionId } = await openPayment(server, customer, { order });
  await providerDoes(server, transactionId, 'approve');
  const { body } = await place(server, customer, order, transactionId);
  return body.order as { _id: string; number: string; totalAmount: number; transactionId: string };
}

/** The body of a provider's report (default: paid in full). */
export function reportOf({ transactionId, amount }: { transactionId: string; amount: number }, change = {}) {
  const reference = `SBX-${transactionId}`;
  const paid = { transactionId, status: 'paid', amount, currency: 'XOF', reference };
  return { eventId: randomUUID(), ...paid, ...change };
}

/** Signs a report as the provider does and calls our webhook. */
export async function report(
  server: TestApp,
  event: object,
  { secret = TEST_SECRET, at = server.clock.now() } = {},
): Promise<Seen> {
  const rawBody = JSON.stringify(event);
  return webhook(server, rawBody, { [SIGNATURE_HEADER]: signCall(rawBody, secret, at) });
}

/** Like `report`, over HTTP, for races. */
export function reportOverHttp(call: Caller, server: TestApp, event: object): Promise<Seen> {
  const rawBody = JSON.stringify(event);
  const signature = signCall(rawBody, TEST_SECRET, server.clock.now());
  return call(null, 'POST', '/payments/webhooks/sandbox', rawBody, { [SIGNATURE_HEADER]: signature });
}

/** Calls our webhook with exactly these bytes and headers. */
export async function webhook(server: TestApp, payload: string, headers: object): Promise<Seen> {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/payments/webhooks/sandbox',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

/** Reads a payment as a customer, which polls the provider if it is open. */
export async function readPayment(server: TestApp, who: Visitor, transactionId: string): Promise<Payment> {
  return (await server.call(who, 'GET', `/payments/${transactionId}`)).body.payment;
}
