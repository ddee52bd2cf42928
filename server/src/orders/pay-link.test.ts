import type { PayRequest } from '@amasin/domain/payments/pay-request.ts';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { medications } from '../database/schema/medications.ts';
import { payLinks } from '../database/schema/pay-links.ts';
import { payments } from '../database/schema/payments.ts';
import { users } from '../database/schema/users.ts';
import { sandboxProvider } from '../payments/providers/sandbox.ts';
import { sendRefunds } from '../payments/refund.ts';
import { attempts, caps } from '../settings/limits.ts';
import { times } from '../testing/http.ts';
import { type Basket, fillBasket, providerDoes, report, reportOf } from '../testing/pay.ts';
import { TEST_SECRET, type Visitor } from '../testing/test-app.ts';
import {
  assign,
  buildUnpaid,
  orderRow,
  ordersOf,
  payFor,
  paymentRow,
  paymentsOf,
  readOrder,
  sentencesTo,
  server,
  setState,
  signInAll,
  startServer,
} from './orders.fixture.ts';
import { sweepPayLinks } from './pay-link.ts';

const HOUR = 3_600;
const TOTAL = 4_825;

let staff: Record<'supervisor' | 'agent' | 'courier', Visitor>;
let customer: Visitor;
let basket: Basket;

startServer({}, async () => {
  const { db, clock } = server;
  Object.assign(server.ctx, {
    payments: sandboxProvider({ db, clock, secret: TEST_SECRET, hasOperators: true }),
  });
  staff = await signInAll({ supervisor: 'supervisor', agent: 'agent', courier: 'deliveryPerson' });
});
beforeEach(async () => {
  customer = await server.signIn('customer', { name: 'Awa Dossou', phone: newPhone() });
  basket = await fillBasket(server);
});

let phones = 0;
/** Ends with two digits that nothing else has. */
function newPhone(): string {
  phones += 1;
  return `+2290161${String(phones).padStart(4, '0')}34`;
}

interface Made {
  readonly token: string;
  readonly id: string;
  readonly basketId: string;
}

const create = (body: object = { order: basket.order }, who = customer) =>
  server.call(who, 'POST', '/pay-links', body);
async function make(body?: object, who = customer): Promise<Made> {
  const { status, body: made } = await create(body, who);
  expect([status, made.message]).toEqual([201, undefined]);
  return { token: made.token, id: made.payLink._id, basketId: made.payLink.basketId };
}
const read = (token: string, headers = {}) =>
  server.call(null, 'POST', '/pay-links/read', { token }, headers);
async function requestOf({ token }: Made): Promise<PayRequest> {
  const { status, body } = await read(token);
  expect(status).toBe(200);
  return body.payRequest;
}
const stateOf = async (link: Made) => (await requestOf(link)).state;
const pay = ({ token }: Made, body: object = {}) =>
  server.call(null, 'POST', '/pay-links/pay', { token, amount: TOTAL, ...body });
async function opened(link: Made, body: object = {}): Promise<string> {
  const { status, body: answer } = await pay(link, body);
  expect([status, answer.message]).toEqual([201, undefined]);
  return answer.transactionId;
}
const approve = (transactionId: string) => providerDoes(server, transactionId, 'approve');
const payThrough = async (link: Made, body: object = {}) => approve(await opened(link, body));
const withdraw = ({ id }: Made, who = customer) => server.call(who, 'DELETE', `/pay-links/${id}`);
const listed = async () => (await server.call(customer, 'GET', '/pay-links')).body.payLinks;
const by = (payingPhone: string, operator = 'mtn') => ({ operator, payingPhone });
const refused = (status: number, code: string, more: object = {}) => ({ status, body: { code, ...more } });
const UNKNOWN = refused(404, 'PAY_LINK_UNKNOWN');
const ENDED = refused(409, 'PAY_LINK_ENDED', {
  message: 'Cette demande est terminée : demandez un autre lien à Awa. Rien n’a été payé.',
});
const CHANGED = refused(409, 'PAY_LINK_CHANGED', {
  message:
    'Ce que Awa demande n’est plus disponible tel quel : demandez-lui un autre lien. Rien n’a été payé.',
});
const PAID = refused(409, 'ALREADY_PAID', { message: 'Cette commande est déjà payée' });
const setPrice = (price: number) =>
  server.db.update(medications).set({ price }).where(eq(medications.id, basket.medication.id));

describe('whoever has a link', () => {
  it('reads who asks, how much and until when, and nothing else', async () => {
    const { token } = await make();
    const { body, headers } = await read(token);
    expect(body).toEqual({
      payRequest: {
        state: 'open',
        asker: { firstName: 'Awa', phone: '01 •• •• •• 34' },
        amount: TOTAL,
        until: '2026-11-21T10:00:00.000Z',
        received: [],
        choices: expect.any(Array),
      },
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('reads no medicine, address, full number or card of an order either', async () => {
    const card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 20, verified: true });
    const { id } = await buildUnpaid(customer, staff.agent, { address: 'Rue du marché', card });
    const link = await make({ orderId: id });
    await payThrough(link, { amount: (await orderRow(id)).total });
    const text = JSON.stringify(await requestOf(link));
    const { prescription } = await readOrder(id, customer);
    const secrets = [
      prescription.items[0].label,
      'Rue du marché',
      customer.row.phone,
      card.label,
      'Dossou',
      id,
    ];
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('changes nothing by reading, however often', async () => {
    const link = await make();
    const rows = async () => [
      await server.db.select().from(payLinks).where(eq(payLinks.id, link.id)),
      await paymentsOf(customer),
      await ordersOf(customer),
    ];
    const before = await rows();
    for (const _ of times(3, (n) => n)) await read(link.token);
    expect(await rows()).toEqual(before);
  });

  it('pays, with an operator and a number of theirs, what the customer follows as hers', async () => {
    const link = await make();
    const transactionId = await opened(link, by('0197111122'));
    expect(await paymentRow(transactionId)).toMatchObject({
      customerId: customer.row.id,
      payLinkId: link.id,
      operator: 'mtn',
      payingPhone: '+2290197111122',
      portal: { message: 'Commande Amasin · MTN MoMo 01 •• •• •• 22' },
    });
    await approve(transactionId);
    const [order] = await ordersOf(customer);
    expect(order).toMatchObject({ state: 'pending', paid: TOTAL, transactionId });
    const received = [
      {
        amount: TOTAL,
        state: 'paid',
        operator: 'mtn',
        payingPhone: '01 •• •• •• 22',
        at: expect.any(String),
      },
    ];
    expect(await requestOf(link)).toMatchObject({ state: 'paid', amount: TOTAL, received });
    expect(await listed()).toMatchObject([{ _id: link.id, state: 'paid', orderId: order?.id, received }]);
    expect(await pay(link)).toMatchObject(PAID);
  });

  it('follows the order until it is handed over', async () => {
    const link = await make();
    await payThrough(link);
    const { id } = (await ordersOf(customer))[0]!;
    const pharmacy = await server.signIn('pharmacy', { isPartner: true });
    await assign(staff.supervisor, id, { pharmacy: pharmacy.row.id });
    await assign(staff.supervisor, id, { deliveryPerson: staff.courier.row.id });
    server.clock.advance(23 * HOUR);
    expect(await stateOf(link)).toBe('paid');
    await server.call(pharmacy, 'POST', `/orders/${id}/ready`, { ready: true });
    expect(await stateOf(link)).toBe('prepared');
    await setState(staff.courier, id, 'delivering');
    expect(await stateOf(link)).toBe('on-the-way');
    await setState(staff.courier, id, 'delivered');
    expect(await stateOf(link)).toBe('handed-over');
    await setState(staff.supervisor, id, 'ended');
    expect(await stateOf(link)).toBe('handed-over');
    server.clock.advance(30 * 24 * HOUR);
    expect(await read(link.token)).toMatchObject(UNKNOWN);
  });

  it('asks the provider about a payment of that link only', async () => {
    const link = await make();
    const follow = (transactionId: string, more = {}) =>
      server.call(null, 'POST', '/pay-links/follow', { token: link.token, transactionId, ...more });
    const transactionId = await opened(link);
    expect((await follow(transactionId)).body).toMatchObject({
      status: 'pending',
      payRequest: { state: 'open' },
    });
    await providerDoes(server, transactionId, 'silent');
    server.clock.advance(3);
    expect((await follow(transactionId)).body).toMatchObject({
      status: 'paid',
      payRequest: { state: 'paid' },
    });
    const other = await payFor(await server.signIn('customer'), basket.order);
    expect(await follow(other.body.transactionId)).toMatchObject(UNKNOWN);
    expect(await follow('TX-inconnu')).toMatchObject(UNKNOWN);
  });

  it('sees medicines and receipt only while the customer shows them', async () => {
    const link = await make();
    const show = (showsContent: boolean, who = customer) =>
      server.call(who, 'PATCH', `/pay-links/${link.id}`, { showsContent });
    expect((await requestOf(link)).content).toBeUndefined();
    expect((await show(true)).body.payLink).toMatchObject({ _id: link.id, showsContent: true });
    const lines = [{ label: basket.medication.label, quantity: 3, price: 1_250 }];
    const content = { lines, deliveryFee: 700, commission: 375, reduction: 0 };
    expect((await requestOf(link)).content).toEqual({ ...content, number: null, paidAt: null });
    await payThrough(link);
    const [order] = await ordersOf(customer);
    const paidAt = server.clock.now().toISOString();
    expect((await requestOf(link)).content).toEqual({ ...content, number: order?.number, paidAt });
    await show(false);
    expect((await requestOf(link)).content).toBeUndefined();
    expect((await show(true, await server.signIn('customer'))).status).toBe(404);
  });
});

describe('at the tap', () => {
  it('says the new sum, which is then accepted', async () => {
    const link = await make();
    await setPrice(1_500);
    const changed = {
      message: 'Le montant a changé : 5 650 F. Veuillez vérifier puis confirmer.',
      quote: { total: 5_650 },
    };
    const answer = await pay(link);
    expect({ ...answer.body, message: answer.body.message.replaceAll(/\s/g, ' ') }).toEqual({
      success: false,
      code: 'AMOUNT_CHANGED',
      ...changed,
    });
    expect(await paymentsOf(customer)).toEqual([]);
    const transactionId = await opened(link, { amount: 5_650 });
    expect((await paymentRow(transactionId)).amount).toBe(5_650);
  });

  it('says the new sum of an order too', async () => {
    const { id, total } = await buildUnpaid(customer, staff.agent);
    const link = await make({ orderId: id });
    expect(await pay(link, { amount: (total ?? 0) - 1 })).toMatchObject(
      refused(409, 'AMOUNT_CHANGED', { quote: { total } }),
    );
    expect(await paymentsOf(customer)).toEqual([]);
  });

  it.each<[what: string, change: () => Promise<unknown>]>([
    [
      'a medicine that is sold no more',
      () =>
        server.db
          .update(medications)
          .set({ deletedAt: server.clock.now() })
          .where(eq(medications.id, basket.medication.id)),
    ],
    ['a price that is not known any more', () => setPrice(0)],
  ])('refuses, without saying what: %s', async (_what, change) => {
    const link = await make();
    await change();
    const answer = await pay(link);
    expect(answer).toMatchObject(CHANGED);
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'message', 'success']);
    expect(await paymentsOf(customer)).toEqual([]);
  });

  it('refuses a prescription that was used meanwhile', async () => {
    const items = [{ medication: basket.medication, quantity: 1 }];
    const { id, number } = await buildPrescription(server.db, { items });
    const order = { ...basket.order, prescription: { prescriptionNumber: number } };
    const link = await make({ order });
    await buildOrder(server.db, { prescriptionId: id, items });
    expect(await pay(link, { amount: 700 + 1_375 })).toMatchObject(CHANGED);
  });

  it('pays for the boxes that the customer takes of a prescription', async () => {
    const items = [{ medication: basket.medication, quantity: 3, maySplit: true }];
    const { number } = await buildPrescription(server.db, { items });
    const quantities = [{ medicationId: basket.medication.id, quantity: 1 }];
    const order = { ...basket.order, prescription: { prescriptionNumber: number, quantities } };
    await payThrough(await make({ order }), { amount: 700 + 1_375 });
    expect(await ordersOf(customer)).toMatchObject([{ leftOut: [{ quantity: 2 }] }]);
  });

  it('reserves the prescription only then', async () => {
    const items = [{ medication: basket.medication, quantity: 1 }];
    const { number } = await buildPrescription(server.db, { items });
    const order = { ...basket.order, prescription: { prescriptionNumber: number } };
    const link = await make({ order });
    const other = await server.signIn('customer');
    expect((await payFor(other, order)).status).toBe(201);
    expect(await pay(link, { amount: 700 + 1_375 })).toMatchObject(CHANGED);
  });

  it('refuses means that are not offered', async () => {
    const link = await make();
    expect(await pay(link, { provider: 'inconnu' })).toMatchObject(
      refused(422, 'INVALID', { fields: { provider: 'Ce moyen de paiement n’est plus offert' } }),
    );
    expect((await pay(link, { operator: 'mtn' })).status).toBe(422);
  });

  it('gives nobody the portal that another has opened', async () => {
    const link = await make();
    const first = await opened(link, by('0197111122'));
    const second = await opened(link);
    const own = (await payFor(customer, basket.order, { basketId: link.basketId })).body.transactionId;
    expect(new Set([first, second, own]).size).toBe(3);
    expect((await paymentsOf(customer)).map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
      'pending',
    ]);
  });
});

it('says what goes back of it, and when it is there', async () => {
  const link = await make();
  await payThrough(link);
  const { orderId } = (await server.call(customer, 'GET', '/pay-links')).body.payLinks[0];
  const giveBack = { lines: [{ medicationId: basket.medication.id, givenBack: 1 }], reason: 'unavailable' };
  expect((await server.call(staff.supervisor, 'POST', `/orders/${orderId}/give-back`, giveBack)).status).toBe(
    200,
  );
  const back = async () => (await requestOf(link)).received[0]?.givenBack;
  expect(await back()).toEqual({ amount: 1_375, arrived: false });
  await sendRefunds(server.ctx);
  expect(await back()).toEqual({ amount: 1_375, arrived: true });
});

describe('a basket is paid once, whoever comes first', () => {
  it('by the link: the customer is told that it is paid', async () => {
    const link = await make();
    await payThrough(link);
    expect(await payFor(customer, basket.order, { basketId: link.basketId })).toMatchObject(PAID);
  });

  it.each([
    ['the same basket', (link: Made) => ({ basketId: link.basketId })],
    ['the same medicines from another telephone, much later', () => ({ basketId: 'other' })],
  ])('by the customer, with %s: the link is of no use', async (_what, sent) => {
    const link = await make();
    server.clock.advance(HOUR);
    await approve((await payFor(customer, basket.order, sent(link))).body.transactionId);
    server.clock.advance(HOUR);
    expect(await requestOf(link)).toMatchObject({ state: 'elsewhere', amount: TOTAL, received: [] });
    expect(await pay(link)).toMatchObject(PAID);
  });

  it('by the customer: the same basket gets no other link', async () => {
    const { body } = await payFor(customer, basket.order, { basketId: 'mine' });
    await approve(body.transactionId);
    expect(await create({ order: basket.order, basketId: 'mine' })).toMatchObject(PAID);
  });

  it('the second money is to be refunded, and both read it', async () => {
    const link = await make();
    const [first, second] = [await opened(link, by('0197111122')), await opened(link, by('0161333344'))];
    await approve(first);
    await approve(second);
    expect((await ordersOf(customer)).length).toBe(1);
    const states = async () =>
      (await requestOf(link)).received.map(({ payingPhone, state }) => [payingPhone, state]);
    expect(await states()).toEqual([
      ['01 •• •• •• 22', 'paid'],
      ['01 •• •• •• 44', 'checking'],
    ]);
    await server.call(staff.supervisor, 'POST', `/payments/${second}/refund`);
    expect(await states()).toContainEqual(['01 •• •• •• 44', 'refund-asked']);
    await sendRefunds(server.ctx);
    expect(await states()).toContainEqual(['01 •• •• •• 44', 'refunded']);
    expect((await listed())[0].received.map(({ state }: { state: string }) => state)).toEqual([
      'paid',
      'refunded',
    ]);
  });

  it('pays back who has paid when the order is cancelled, and tells both', async () => {
    const link = await make();
    const transactionId = await opened(link, by('0197111122'));
    await approve(transactionId);
    const { id, number } = (await ordersOf(customer))[0]!;
    await server.call(staff.supervisor, 'POST', `/orders/${id}/cancellation`, { reason: 'unavailable' });
    const received = (state: string) => [{ state, payingPhone: '01 •• •• •• 22', amount: TOTAL }];
    expect(await requestOf(link)).toMatchObject({ state: 'cancelled', received: received('refund-asked') });
    expect((await sentencesTo(customer, number)).join()).toContain('Remboursement de 4 825 F en cours');
    await sendRefunds(server.ctx);
    expect(await requestOf(link)).toMatchObject({ amount: TOTAL, received: received('refunded') });
    expect(await pay(link)).toMatchObject(ENDED);
  });

  it('money of another amount is checked: nobody pays a second time', async () => {
    const link = await make();
    const transactionId = await opened(link);
    await report(server, reportOf({ transactionId, amount: 1_000 }));
    expect(await requestOf(link)).toMatchObject({ state: 'checking', received: [{ state: 'checking' }] });
    expect(await pay(link)).toMatchObject(refused(409, 'PAYMENT_UNDER_REVIEW'));
  });
});

describe('a link ends', () => {
  it('after 24 hours', async () => {
    const link = await make();
    server.clock.advance(24 * HOUR - 1);
    expect((await pay(link)).status).toBe(201);
    server.clock.advance(1);
    expect(await stateOf(link)).toBe('expired');
    expect(await pay(link)).toMatchObject(ENDED);
  });

  it('when it is withdrawn, by its customer, as often as she taps', async () => {
    const link = await make();
    expect((await withdraw(link, await server.signIn('customer'))).status).toBe(404);
    for (const _ of times(2, (n) => n)) expect((await withdraw(link)).status).toBe(204);
    expect(await stateOf(link)).toBe('withdrawn');
    expect(await pay(link)).toMatchObject(ENDED);
    expect(await listed()).toMatchObject([{ _id: link.id, state: 'withdrawn' }]);
  });

  it('when another is made for the same basket, not for another', async () => {
    const first = await make({ order: basket.order, basketId: 'mine' });
    const other = await make({ order: basket.order, basketId: 'another' });
    const second = await make({ order: basket.order, basketId: 'mine' });
    expect([await stateOf(first), await stateOf(other), await stateOf(second)]).toEqual([
      'withdrawn',
      'open',
      'open',
    ]);
  });

  it('with its order', async () => {
    const { id } = await buildUnpaid(customer, staff.agent);
    const link = await make({ orderId: id });
    await setState(customer, id, 'cancelled');
    expect(await stateOf(link)).toBe('cancelled');
    expect(await pay(link)).toMatchObject(ENDED);
  });

  it('with the account that asks', async () => {
    const link = await make();
    await server.db.update(users).set({ active: false }).where(eq(users.id, customer.row.id));
    expect(await read(link.token)).toMatchObject(UNKNOWN);
    expect(await pay(link)).toMatchObject(UNKNOWN);
  });

  it('and what it asked for is erased at night; after a month, if unpaid, all of it', async () => {
    const [unpaid, paid] = [
      await make({ order: basket.order, basketId: 'a' }),
      await make({ order: basket.order, basketId: 'b' }),
    ];
    await payThrough(paid);
    const left = async () =>
      (await server.db.select().from(payLinks).where(eq(payLinks.customerId, customer.row.id))).map(
        ({ id, draft }) => [id, draft !== null],
      );
    await sweepPayLinks(server.ctx);
    expect(await left()).toEqual([
      [unpaid.id, true],
      [paid.id, true],
    ]);
    server.clock.advance(24 * HOUR + 1);
    await sweepPayLinks(server.ctx);
    expect(await left()).toEqual([
      [unpaid.id, false],
      [paid.id, false],
    ]);
    server.clock.advance(30 * 24 * HOUR);
    await sweepPayLinks(server.ctx);
    expect(await left()).toEqual([[paid.id, false]]);
  });
});

describe('a link is refused', () => {
  it.each<[string, () => Promise<object>, object]>([
    ['without something to pay', async () => ({}), refused(422, 'INVALID')],
    [
      'for a photograph that nobody has read',
      async () => ({
        orderId: (
          await buildOrder(server.db, { state: 'pre-treatment', items: [], customerId: customer.row.id })
        ).id,
      }),
      refused(409, 'NOT_PAYABLE_YET'),
    ],
    [
      'for an order that is paid',
      async () => ({ orderId: (await buildOrder(server.db, { customerId: customer.row.id })).id }),
      PAID,
    ],
    [
      'for an order of another customer',
      async () => ({ orderId: (await buildOrder(server.db, { state: 'pre-treatment' })).id }),
      refused(404, 'NOT_FOUND'),
    ],
    [
      'for another total than the one shown',
      async () => ({ order: { ...basket.order, finalAmount: TOTAL - 1 } }),
      refused(409, 'AMOUNT_CHANGED'),
    ],
  ])('%s', async (_what, body, answer) => {
    expect(await create(await body())).toMatchObject(answer);
    expect(await listed()).toEqual([]);
  });

  it('while the card has to be checked first', async () => {
    const strict = { ...server.ctx.settings, insuranceStrict: true };
    const before = server.ctx.settings;
    Object.assign(server.ctx, { settings: strict });
    const card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 50, verified: false });
    const answer = await create({ order: { ...basket.order, insuranceCard: card.id } });
    Object.assign(server.ctx, { settings: before });
    expect(answer).toMatchObject(refused(409, 'INSURANCE_UNVERIFIED'));
  });

  it(`after ${caps.perDay.payLink} in a day`, async () => {
    for (const _ of times(caps.perDay.payLink, (n) => n)) await make();
    expect(await create()).toMatchObject(refused(429, 'TOO_MANY_TRIES'));
  });
});

describe('guessing', () => {
  it('finds nothing: a million guesses at 256 bits, against all links of a million customers', async () => {
    const { token } = await make();
    const bits = Buffer.from(token, 'base64url').length * 8;
    expect(bits).toBeGreaterThanOrEqual(128);
    expect((1e6 * 1e6) / 2 ** bits).toBeLessThan(1e-26);
    const [row] = await server.db
      .select()
      .from(payLinks)
      .where(sql`${payLinks}::text like ${`%${token}%`}`);
    expect(row).toBeUndefined();
  });

  it('needs work after a hundred unknown links of an address, whose neighbours still pay', async () => {
    const link = await make();
    const from = (token: string, headers = {}) => read(token, { 'x-forwarded-for': '41.79.1.2', ...headers });
    for (const n of times(attempts.unknownLinksPerHour, (index) => index))
      expect((await from(`guess-${n}`)).status).toBe(404);
    for (const token of ['guess', link.token])
      expect(await from(token)).toMatchObject(refused(429, 'TOO_MANY_TRIES'));
    server.clock.advance(HOUR + 1);
    expect((await from(link.token)).status).toBe(200);
  });

  it('opens ten payments an hour through one link', async () => {
    const link = await make();
    const open = (n: number) => pay(link, by(`01971100${String(10 + n)}`));
    for (const n of times(caps.linkPayments.count, (index) => index))
      expect((await open(n)).status).toBe(201);
    expect(await open(50)).toMatchObject(refused(429, 'TOO_MANY_TRIES'));
    expect(await server.db.select().from(payments).where(eq(payments.payLinkId, link.id))).toHaveLength(10);
    server.clock.advance(HOUR);
    expect((await open(51)).status).toBe(201);
  });

  it('asks one telephone no more often than before', async () => {
    const link = await make();
    for (const n of times(3, (index) => index)) {
      expect((await pay(link, by('0197119999'))).status).toBe(201);
      server.clock.advance(1 + n);
      await opened(link);
    }
    expect(await pay(link, by('0197119999'))).toMatchObject(refused(429, 'PHONE_ASKED_ENOUGH'));
  });
});
