import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { entries, journals } from '../../database/schema/payouts.ts';
import { sandboxRefunds, sandboxTransactions } from '../../database/schema/sandbox-pay.ts';
import { noticesOf } from '../../testing/notices.ts';
import { elsewhere, openPayment, place, providerDoes, readPayment } from '../../testing/pay.ts';
import { LATE_MS, type Visitor } from '../../testing/test-app.ts';
import { followUpPayments } from '../confirm.ts';
import { basket, ordersOf, paymentRow, server, startServer } from '../payments.fixture.ts';
import { type Behaviour, behave } from './sandbox.ts';

let supervisor: Visitor;
let customer: Visitor;
let transactionId: string;

startServer({}, async () => {
  supervisor = await server.signIn('supervisor');
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  ({ transactionId } = await openPayment(server, customer, { order: basket.order }));
});

const provider = (behaviour: Behaviour) => providerDoes(server, transactionId, behaviour);
const read = async () => (await readPayment(server, customer, transactionId)).status;
/** The stored status, without a request to the provider. */
const stored = async () => (await paymentRow(transactionId)).status;
const placeNow = async () => (await place(server, customer, basket.order, transactionId)).status;
const countOrders = async () => (await ordersOf(customer)).length;
/** Runs the repeated job three times, two minutes apart. */
async function followUp() {
  for (let turn = 0; turn < 3; turn += 1) {
    server.clock.advance(120);
    await followUpPayments(server.ctx);
  }
}

/** The ledger sums to zero, and its money at the provider is what the provider's own book has. */
async function expectSameMoney() {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const { db } = server;
  const paid = await db.select().from(sandboxTransactions).where(eq(sandboxTransactions.status, 'paid'));
  const back = await db.select().from(sandboxRefunds).where(eq(sandboxRefunds.status, 'done'));
  const received = sum(paid.map(({ amount, paidAmount }) => paidAmount ?? amount));
  const rows = await db.select().from(entries);
  expect(sum(rows.map(({ amount }) => amount))).toBe(0);
  const atProvider = rows.filter(({ account }) => account === 'customer' || account === 'bank');
  const held = sum(atProvider.map(({ amount }) => amount));
  expect(held).toBe(received - sum(back.map(({ amount }) => amount)));
}

/** Exactly one order, with one notification each and one journal, in the customer's list. */
async function expectOneOrder() {
  const [order, ...others] = await ordersOf(customer);
  expect(others).toEqual([]);
  const { id, number } = order!;
  const booked = await server.db.select().from(journals).where(eq(journals.orderId, id));
  expect(booked).toHaveLength(1);
  expect(await noticesOf(server, number, { customer, supervisor })).toEqual([
    ['customer', 'Paiement reçu'],
    ['supervisor', 'Nouvelle commande'],
  ]);
  const { body } = await server.call(customer, 'GET', '/orders');
  expect(body.orders).toMatchObject([{ _id: id, transactionId }]);
  const paid = { status: 'paid', orderId: id };
  expect(await readPayment(server, customer, transactionId)).toMatchObject(paid);
  const placed = { status: 200, body: { order: { _id: id } } };
  expect(await place(server, customer, basket.order, transactionId)).toMatchObject(placed);
  expect(await countOrders()).toBe(1);
}

it('approves for twenty customers of one address at once, each with its webhook', async () => {
  const payments = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const who = await server.signIn('customer');
      return { who, ...(await openPayment(server, who, { order: basket.order })) };
    }),
  );
  await Promise.all(payments.map((payment) => providerDoes(server, payment.transactionId, 'approve')));
  for (const { who, transactionId: paid } of payments)
    expect((await readPayment(server, who, paid)).status).toBe('paid');
});

describe('the browser is closed', () => {
  afterEach(expectSameMoney);

  it.each<[string, () => Promise<unknown>]>([
    ['after approving, without a webhook', () => provider('silent')],
    ['after approving, with one webhook', () => provider('approve')],
    ['after approving, with two webhooks', () => provider('approve-twice')],
    [
      'before the answer of POST /payments, and a second attempt is paid',
      async () => {
        ({ transactionId } = await openPayment(server, customer, { order: basket.order }));
        await provider('approve');
      },
    ],
    [
      'after the portal’s message, during GET /payments',
      async () => {
        await provider('silent');
        void read();
      },
    ],
    [
      'during POST /orders',
      async () => {
        await provider('silent');
        await Promise.all([placeNow(), followUp()]);
      },
    ],
  ])('%s: one order', async (_moment, close) => {
    await close();
    await followUp();
    await expectOneOrder();
  });

  it.each<[string, Behaviour | null, string]>([
    ['before paying', null, 'pending'],
    ['after declining', 'decline', 'failed'],
  ])('%s: no order', async (_moment, behaviour, status) => {
    if (behaviour !== null) await provider(behaviour);
    await followUp();
    expect([await countOrders(), await read()]).toEqual([0, status]);
  });

  it('and the account is disabled: a paid payment still makes an order', async () => {
    const setActive = (active: boolean) =>
      server.pool.query('update users set active = $2 where id = $1', [customer.row.id, active]);
    await provider('silent');
    await setActive(false);
    await followUp();
    expect(await countOrders()).toBe(1);
    await setActive(true);
    await expectOneOrder();
  });

  it('and the money of the provider is compared with ours, which reports a difference', async () => {
    await provider('silent');
    await expect(expectSameMoney()).rejects.toThrow();
    await followUp();
  });
});

describe('each simulated behaviour', () => {
  it.each<{ behaviour: Behaviour; shows: string; status: string; places: number; orders: number }>([
    // The webhook creates the order before the page shows the outcome.
    { behaviour: 'approve', shows: 'paid', status: 'paid', places: 200, orders: 1 },
    { behaviour: 'approve-twice', shows: 'paid', status: 'paid', places: 200, orders: 1 },
    { behaviour: 'decline', shows: 'declined', status: 'failed', places: 402, orders: 0 },
    { behaviour: 'wrong-amount', shows: 'paid', status: 'review', places: 402, orders: 0 },
    // No webhook call: placing the order asks the provider.
    { behaviour: 'silent', shows: 'processing', status: 'pending', places: 201, orders: 1 },
  ])(
    '$behaviour shows $shows, and the payment is $status',
    async ({ behaviour, shows, status, places, orders }) => {
      expect([await provider(behaviour), await stored()]).toEqual([shows, status]);
      expect([await placeNow(), await countOrders()]).toEqual([places, orders]);
    },
  );

  it('decline: another payment can be opened', async () => {
    await provider('decline');
    ({ transactionId } = await openPayment(server, customer, { order: basket.order }));
    await provider('approve');
    expect([await placeNow(), await countOrders()]).toEqual([200, 1]);
  });

  it('approve-late: no order until the late webhook call', async () => {
    expect([await provider('approve-late'), await placeNow()]).toEqual(['processing', 402]);
    await vi.waitFor(async () => expect(await stored()).toBe('paid'), { timeout: 60_000 });
    expect(await placeNow()).toBe(200);
  });

  it('approve-late with a lost webhook call: the stored time confirms the payment', async () => {
    const lost = { db: server.db, clock: server.clock, secret: '', lateMs: LATE_MS * 1000 };
    await behave({ ...lost, deliver: async () => {} }, transactionId, 'approve-late');
    server.clock.advance(LATE_MS - 1);
    expect(await placeNow()).toBe(402);
    server.clock.advance(1);
    expect(await placeNow()).toBe(201);
  });

  it('a decline or a second approval after the confirmation changes nothing', async () => {
    await provider('approve');
    for (const late of ['decline', 'approve', 'wrong-amount'] as const) await provider(late);
    expect([await stored(), await countOrders()]).toEqual(['paid', 1]);
  });

  it('a late webhook call to a stopped server causes no unhandled rejection', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const deliver = vi.fn().mockRejectedValue(new Error('the server has stopped'));
    const sandbox = { db: server.db, clock: server.clock, secret: '', lateMs: 1, deliver };
    await behave(sandbox, transactionId, 'approve-late');
    await vi.waitFor(() => expect(deliver).toHaveBeenCalledOnce(), { timeout: 60_000 });
    await new Promise((done) => setImmediate(done));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it.each([
    ['an unknown behaviour', () => `${transactionId}/explode`],
    ['an unknown transaction', () => 'TX-unknown/approve'],
    ['a long id', () => `${'x'.repeat(101)}/approve`],
  ])('returns 404 for %s', async (_name, path) => {
    const url = `/sandbox-pay/transactions/${path()}`;
    const response = await server.app.inject({ method: 'POST', url });
    expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the portal page', () => {
  const get = (path: string, query: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url: `/sandbox-pay${path}`, query });
  const open = async () => {
    const order = elsewhere(basket.order);
    const { body } = await server.call(customer, 'POST', '/payments', { order });
    return { transactionId: body.transactionId as string, token: body.portal.token as string };
  };

  it('shows amount, purpose and behaviours with its token, framed by our own pages only and not cached', async () => {
    const { statusCode, headers, body } = await get('', await open());
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    const behaviours = ['approve', 'decline', 'approve-late', 'approve-twice', 'wrong-amount', 'silent'];
    const buttons = behaviours.map((behaviour) => `data-behaviour="${behaviour}"`);
    for (const text of ['<h1>4 825 F</h1>', 'Commande de médicaments Amasin', ...buttons])
      expect(body).toContain(text);
  });

  it('uses the classes of its stylesheet, which give it a margin on a phone', async () => {
    const page = await get('', await open());
    const css = await get('/portal.css');
    const styled = [...css.body.matchAll(/\.([a-z]+)\s*[{,]/g)].map(([, name]) => name);
    expect(styled).toContain('page');
    for (const name of styled) expect(page.body).toContain(`class="${name}"`);
    expect(page.body).toMatch(/<main .+<\/main>\s*<\/body>/s);
  });

  it('is not found without its token, with another one, without a transaction, and after fifteen minutes', async () => {
    const [mine, other] = [await open(), await open()];
    const wrong = [{ token: '' }, { token: other.token }, { transactionId: 'TX-1' }];
    for (const query of [{}, ...wrong.map((change) => ({ ...mine, ...change }))]) {
      const { statusCode, body } = await get('', query);
      expect(statusCode).toBe(404);
      expect(body).toContain('Ce paiement n’est plus ouvert');
      expect(body).not.toContain('4 825');
    }
    server.clock.advance(15 * 60 - 1);
    expect((await get('', mine)).statusCode).toBe(200);
    server.clock.advance(1);
    expect((await get('', mine)).statusCode).toBe(404);
  });

  it('does not render query parameters', async () => {
    const hostile = { transactionId: '"><script>alert(1)</script>', token: '<b>' };
    expect((await get('', hostile)).body).not.toContain('alert(1)');
  });

  it.each([
    ['/portal.js', 'text/javascript'],
    ['/portal.css', 'text/css'],
  ])('is served with %s', async (path, type) => {
    const { statusCode, headers } = await get(path);
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining(type)]);
  });
});
