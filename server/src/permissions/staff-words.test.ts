import { endpoints } from '@amasin/domain/endpoints.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refunds } from '../database/schema/refunds.ts';
import { sendRefunds } from '../payments/refund.ts';
import { readPages } from '../pdf/read-pages.fixture.ts';
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
import { findTraces } from '../testing/traces.ts';

// What staff write for each other. `fields.txt` says who receives a field; a sentence, a file or a paper has no fields.
const words = {
  'a courier’s note': 'Grille Amarante',
  'a pharmacy’s note': 'Rayon Cinabre',
  'a note on a cancellation': 'Appel Vermeil',
  'a note on a refund by hand': 'Enveloppe Topaze',
  'a note on what is given back': 'Bouchon Opale',
  'a note on a payment under review': 'Relance Sienne',
} as const;

let server: TestApp;
let people: Record<'customer' | 'pharmacy' | 'courier' | 'supervisor', Visitor>;
const logged: unknown[] = [];

beforeAll(async () => {
  const write = (...line: unknown[]) => void logged.push(line);
  server = await startTestApp({
    log: { info: write, warn: write, error: write },
    settings: { smsMoments: ['paid', 'on-the-way', 'delivered'] },
  });
  people = {
    customer: await server.signIn('customer'),
    pharmacy: await server.signIn('pharmacy', { isPartner: true }),
    courier: await server.signIn('deliveryPerson'),
    supervisor: await server.signIn('supervisor'),
  };
  await writeAll();
});
afterAll(() => server.close());

/** Each text is written by the call of its screen, on orders of one customer. */
async function writeAll(): Promise<void> {
  const { customer, pharmacy, courier, supervisor } = people;
  const basket = await fillBasket(server);
  const write = async (who: Visitor, method: string, path: string, body: object) => {
    const { status, body: answer } = await server.call(who, method, path, body);
    expect(status, `${path}: ${JSON.stringify(answer)}`).toBeLessThan(300);
  };
  const order = async () =>
    placePaidOrder(server, customer, { ...basket, order: elsewhere(basket.order) } as typeof basket);
  const assigned = async () => {
    const { _id, transactionId } = await order();
    const path = `/orders/${_id}`;
    await write(supervisor, 'PATCH', `${path}/assign`, { pharmacy: pharmacy.row.id });
    await write(supervisor, 'PATCH', `${path}/assign`, { deliveryPerson: courier.row.id });
    return { path, transactionId };
  };

  const short = await assigned();
  const missing = {
    reason: 'medicine-out-of-stock',
    medicationId: basket.medication.id,
    note: words['a pharmacy’s note'],
  };
  await write(pharmacy, 'POST', `${short.path}/shortage`, missing);

  const absent = await assigned();
  await write(courier, 'PATCH', `${absent.path}/status`, { state: 'delivering' });
  const problem = { reason: 'customer-absent', note: words['a courier’s note'] };
  await write(courier, 'POST', `${absent.path}/problem`, problem);

  const back = {
    lines: [{ medicationId: basket.medication.id, givenBack: 1 }],
    reason: 'damaged',
    note: words['a note on what is given back'],
  };
  await write(supervisor, 'POST', `${absent.path}/give-back`, back);

  const cancelled = await assigned();
  await refundBehaves(server, cancelled.transactionId, 'decline');
  const cancellation = { reason: 'unreachable', note: words['a note on a cancellation'] };
  await write(supervisor, 'POST', `${cancelled.path}/cancellation`, cancellation);
  await sendRefunds(server.ctx);
  const [failed] = await server.db.select().from(refunds).where(eq(refunds.state, 'failed'));
  const settled = { note: words['a note on a refund by hand'] };
  await write(supervisor, 'POST', `/refunds/${failed?.id}/by-hand`, settled);

  const doubtful = await openPayment(server, customer, { order: elsewhere(basket.order) });
  await report(server, reportOf(doubtful, { amount: 100 }));
  const seen = { note: words['a note on a payment under review'] };
  await write(supervisor, 'POST', `/payments/${doubtful.transactionId}/seen`, seen);
}

it('stand where staff look for them, and nowhere else', async () => {
  await server.messages();
  expect(await findTraces(server, words)).toEqual({
    // Supervisors are told why a courier cannot deliver.
    'notifications.message': ['a courier’s note'],
    'orders.cancel_note': ['a note on a cancellation'],
    'orders.problem_note': ['a courier’s note', 'a pharmacy’s note'],
    'payments.review_note': ['a note on a payment under review'],
    'refunds.note': ['a note on what is given back'],
    'refunds.settled_note': ['a note on a refund by hand'],
  });
});

it('are in no message', async () => {
  expect(wordsIn(await server.messages())).toEqual([]);
});

it('are in no line of the log', () => {
  expect(wordsIn(logged)).toEqual([]);
});

describe.each(['customer', 'pharmacy', 'courier'] as const)('are for staff: a %s', (who) => {
  const type = { customer: 'customer', pharmacy: 'pharmacy', courier: 'deliveryPerson' }[who];
  /** A pharmacy and a courier read the notes that are theirs. */
  const own = { customer: [], pharmacy: ['a pharmacy’s note'], courier: ['a courier’s note'] }[who];

  it('reads none of them in any list, order, notice, file or paper', async () => {
    const visitor = people[who];
    const { body } = await server.call(visitor, 'GET', '/orders');
    const orders = (body.orders as { _id: string }[]).map(({ _id }) => `/orders/${_id}`);
    expect(orders.length).toBeGreaterThan(0);
    const lists = Object.values(endpoints).filter(
      ({ method, allow, path }) =>
        method === 'GET' &&
        !path.includes('{') &&
        allow !== 'public' &&
        (allow as readonly string[]).includes(type),
    );
    const paths = [...lists.map(({ path }) => path), ...orders, ...orders.map((path) => `${path}/receipt`)];
    const read = await Promise.all(paths.map((path) => textAt(visitor, path)));
    expect(new Set(wordsIn(read))).toEqual(new Set(own));
  });
});

/** What a call answers, as text; that of a PDF is what its pages say. */
async function textAt({ token }: Visitor, path: string): Promise<string> {
  const { headers, rawPayload, body } = await server.app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  if (headers['content-type'] !== 'application/pdf') return body;
  return (await readPages(rawPayload)).join(' ');
}

const wordsIn = (value: unknown) => {
  const text = JSON.stringify(value);
  return Object.entries(words).flatMap(([called, word]) => (text.includes(word) ? [called] : []));
};
