import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { medications } from '../database/schema/medications.ts';
import { orderItems } from '../database/schema/orders.ts';
import { entries, journals } from '../database/schema/payouts.ts';
import { zones } from '../database/schema/places.ts';
import { times } from '../testing/http.ts';
import { noticesOf } from '../testing/notices.ts';
import {
  type Basket,
  elsewhere,
  fillBasket,
  openPayment,
  place,
  placePaidOrder,
  providerDoes,
} from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  ordersOf,
  payFor,
  paymentsOf,
  readTimeline,
  server,
  signInAll,
  startServer,
} from './orders.fixture.ts';

const NOT_PAID =
  'Paiement non confirmé. Si vous avez été débité, votre commande sera mise à jour automatiquement.';
const USED = { status: 409, body: { message: 'Ce paiement a déjà été utilisé' } };

let customer: Visitor;
let stranger: Visitor;
let people: Record<'supervisor' | 'colleague' | 'admin', Visitor>;
let basket: Basket;

startServer({}, async () => {
  people = await signInAll({ supervisor: 'supervisor', colleague: 'supervisor', admin: 'superAdmin' });
  await server.signIn('supervisor', { active: false });
  await signInAll({ a: 'pharmacy', b: 'deliveryPerson', c: 'agent', d: 'partnerDoctor' });
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  stranger = await server.signIn('customer');
  basket = await fillBasket(server);
});

const open = (change: object = {}) => payFor(customer, { ...basket.order, ...change });
const placeUnpaid = (change: object = {}) =>
  server.call(customer, 'POST', '/orders', { ...basket.order, ...change });
/** A transaction of the basket that ended so at the provider. */
async function settledAs(
  behaviour: 'silent' | 'approve' | 'decline' | 'wrong-amount',
  { payer = customer, order = basket.order as object } = {},
) {
  const { transactionId } = await openPayment(server, payer, { order });
  await providerDoes(server, transactionId, behaviour);
  return transactionId;
}
const placed = (order: object, transactionId: string) => place(server, customer, order, transactionId);
const withItems = (...items: object[]) => ({
  ...basket.order,
  prescription: { type: 'numerical', items },
});
const line = (change: object = {}) => ({ medicationId: basket.medication.id, quantity: 3, ...change });
const setPrice = (price: number) =>
  server.call(people.supervisor, 'PUT', `/medications/${basket.medication.id}`, { price });
const setFee = (price: number) => server.call(people.admin, 'PUT', `/zones/${basket.zone.id}`, { price });

describe('an order without prescription', () => {
  const placeOrder = () => placePaidOrder(server, customer, basket);

  it('opens a payment of its amount, and exists only once that is paid', async () => {
    const opened = await open();
    const { transactionId } = opened.body;
    expect([opened.status, opened.body]).toEqual([
      201,
      {
        transactionId: expect.stringMatching(/^TX-[0-9a-f]{30}$/),
        amount: 4825,
        portal: {
          url: '/sandbox-pay',
          token: expect.stringMatching(/^[\w-]{32}$/),
          clientId: expect.any(String),
          productId: expect.any(String),
          message: 'Commande de médicaments Amasin',
          minAmount: 4825,
        },
      },
    ]);
    expect(await ordersOf(customer)).toEqual([]);
    expect(await providerDoes(server, transactionId, 'approve')).toBe('paid');
    expect((await placed({ ...basket.order, finalAmount: 4825 }, transactionId)).status).toBe(200);
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('is presented whole to its customer', async () => {
    const order = await placeOrder();
    const { transactionId } = order;
    const now = server.clock.now();
    const promised = new Date(now.getTime() + 7_200_000).toISOString();
    const { id: _id, name, phone } = customer.row;
    const { id: medicationId, label } = basket.medication;
    expect(order).toEqual({
      _id: expect.any(String),
      number: expect.stringMatching(/^CMD-\d{6,}$/),
      date: now.toISOString(),
      paidAt: now.toISOString(),
      promisedAt: promised,
      expectedAt: promised,
      state: 'pending',
      readyAt: null,
      cancelReason: null,
      cancelRequest: null,
      refund: null,
      customer: { _id, name, phone },
      pharmacy: null,
      deliveryPerson: null,
      agent: null,
      deliveryZone: basket.zone.label,
      deliveryTown: basket.zone.town,
      deliveryAddress: basket.order.deliveryAddress,
      prescription: {
        _id: null,
        type: 'numerical',
        prescriptionNumber: null,
        items: [{ medicationId, label, form: 'tablet', quantity: 3, price: 1250 }],
        prescriptorName: null,
        verified: true,
      },
      prescriptionUrl: null,
      photoProblem: null,
      problem: null,
      substitution: null,
      broughtBack: null,
      insuranceCard: null,
      itemsCount: 1,
      medicinesAmount: 3750,
      deliveryFee: 700,
      commission: 375,
      leftOut: [],
      insuranceReduction: 0,
      totalAmount: 4825,
      finalAmount: 4825,
      transactionId,
      handoverCode: null,
      waiting: null,
      allowedActions: ['ask-cancel'],
    });
    expect((await server.call(customer, 'GET', `/orders/${order._id}`)).body).toEqual({ order });
  });

  it('keeps its payment, its items and its journal in the ledger', async () => {
    const order = await placeOrder();
    const { transactionId } = order;
    const [payment] = await paymentsOf(customer);
    expect(await ordersOf(customer)).toMatchObject([
      { paymentId: payment!.id, paid: 4825, pharmacyId: null },
    ]);
    const providerReference = `SBX-${transactionId}`;
    expect(payment).toMatchObject({ status: 'paid', amount: 4825, providerReference, nextCheckAt: null });
    const items = await server.db.select().from(orderItems).where(eq(orderItems.orderId, order._id));
    expect(items).toMatchObject([{ position: 0, quantity: 3, price: 1250 }]);
    const ledger = await server.db
      .select({ kind: journals.kind, account: entries.account, amount: entries.amount })
      .from(entries)
      .innerJoin(journals, eq(journals.id, entries.journalId))
      .where(eq(journals.orderId, order._id))
      .orderBy(entries.id);
    expect(ledger).toEqual([
      { kind: 'payment', account: 'customer', amount: 4825 },
      { kind: 'payment', account: 'pharmacy', amount: -3750 },
      { kind: 'payment', account: 'courier', amount: -700 },
      { kind: 'payment', account: 'commission', amount: -375 },
    ]);
  });

  it('begins its timeline, and notifies the customer and the active supervisors', async () => {
    const order = await placeOrder();
    const at = server.clock.now().toISOString();
    const actor = { name: customer.row.name, type: 'customer' };
    expect(await readTimeline(order._id, customer)).toEqual([
      { at, actor, action: 'create', from: null, to: 'pending', reason: null },
    ]);
    expect(await noticesOf(server, order.number, { customer, ...people })).toEqual([
      ['customer', 'Paiement reçu'],
      ['supervisor', 'Nouvelle commande'],
      ['colleague', 'Nouvelle commande'],
    ]);
  });

  it('returns 201 to the request that creates the order, and the same body with 200 to every other', async () => {
    const transactionId = await settledAs('silent');
    const first = await placed(basket.order, transactionId);
    expect(first.status).toBe(201);
    for (const _ of [1, 2])
      expect(await placed(basket.order, transactionId)).toMatchObject({ status: 200, body: first.body });
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it.each<[string, (id: string, label: string) => object, object?]>([
    ['an id in capitals', (id) => ({ medicationId: id.toUpperCase() })],
    ['a label, and null elsewhere', (_, label) => ({ medicationId: null, label, form: null, price: null })],
    ['an id, and null elsewhere', (medicationId) => ({ medicationId, label: null, form: null, price: null })],
  ])('accepts lines that name a medicine by %s', async (_name, named) => {
    const { id, label } = basket.medication;
    const order = {
      ...basket.order,
      prescription: {
        type: 'numerical',
        items: [{ ...named(id, label), quantity: 3 }],
        prescriptionNumber: null,
      },
      insuranceCard: null,
      finalAmount: null,
    };
    const { status, body } = await placed(order, await settledAs('silent', { order }));
    expect([status, body.order]).toMatchObject([201, { totalAmount: 4825, itemsCount: 1 }]);
  });

  it('numbers orders in sequence', async () => {
    const [one, two] = [await placePaidOrder(server, customer), await placePaidOrder(server, customer)];
    expect(Number(two.number.slice(4))).toBeGreaterThan(Number(one.number.slice(4)));
  });
});

describe('the amounts', () => {
  const changed = (total: string, quote: object) => ({
    status: 409,
    body: {
      success: false,
      code: 'AMOUNT_CHANGED',
      message: `Le montant a changé : ${total} F. Veuillez vérifier puis confirmer.`,
      quote: { reduction: 0, ...quote },
    },
  });
  const quote = { medicines: 3750, deliveryFee: 700, commission: 375, total: 4825 };

  it.each([
    ['finalAmount', () => ({ finalAmount: 1 })],
    ['price', () => withItems(line({ price: 1 }))],
    ['fractional price', () => withItems(line({ price: 1249.5 }))],
  ])('of the body are refused with a wrong %s, and no payment opens', async (_name, change) => {
    for (const { status, body } of [await open(change()), await placeUnpaid(change())])
      expect({ status, body }).toEqual(changed('4 825', quote));
    expect(await paymentsOf(customer)).toEqual([]);
  });

  it('of the body may be right, null or missing', async () => {
    for (const finalAmount of [4825, null, undefined])
      expect((await open({ ...withItems(line({ price: 1250 })), finalAmount })).body.amount).toBe(4825);
  });

  it('ignore fee, commission, reduction, total and rate in the body', async () => {
    const named = { deliveryFee: 0, commission: -500, insuranceReduction: 4000, totalAmount: 10, taux: 100 };
    expect((await open(named)).body.amount).toBe(4825);
  });

  it('are frozen when the payment opens, with medicine and zone, whatever is sent and deleted later', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    for (const { status } of [await setPrice(9999), await setFee(2000)]) expect(status).toBe(200);
    await server.call(people.supervisor, 'DELETE', `/medications/${basket.medication.id}`);
    await server.call(people.admin, 'DELETE', `/zones/${basket.zone.id}`);
    await providerDoes(server, transactionId, 'silent');
    const edited = { ...basket.order, deliveryAddress: 'Ailleurs', state: 'ended', number: 'CMD-1' };
    const { status, body } = await placed(edited, transactionId);
    expect([status, body.order]).toMatchObject([
      201,
      {
        state: 'pending',
        number: expect.stringMatching(/^CMD-\d{6,}$/),
        deliveryAddress: basket.order.deliveryAddress,
        deliveryZone: basket.zone.label,
        deliveryFee: 700,
        medicinesAmount: 3750,
        totalAmount: 4825,
        prescription: { items: [{ label: basket.medication.label, price: 1250 }] },
      },
    ]);
  });

  it('are refused with the current ones after a change of fee or price', async () => {
    await setFee(1000);
    const dearer = { ...quote, deliveryFee: 1000, total: 5125 };
    expect(await open({ finalAmount: 4825 })).toMatchObject(changed('5 125', dearer));
    await setPrice(300_000);
    const next = { medicines: 900_000, deliveryFee: 1000, commission: 90_000, total: 991_000 };
    expect(await open(withItems(line({ price: 1250 })))).toMatchObject(changed('991 000', next));
    expect(await paymentsOf(customer)).toEqual([]);
  });

  it('cannot be too high', async () => {
    const ofIt = eq(medications.id, basket.medication.id);
    await server.db.update(medications).set({ price: 200_000 }).where(ofIt);
    const { status, body } = await open(withItems(line({ quantity: 999 })));
    const fields = { 'order.prescription.items': 'Montant de commande trop élevé' };
    expect([status, body.fields]).toEqual([422, fields]);
  });
});

describe('without a confirmed payment', () => {
  it.each<[string, () => Promise<string>]>([
    ['an unknown transaction', async () => 'TX-000000000000000000000000000000'],
    ['a pending payment', async () => (await open()).body.transactionId],
    ['a declined payment', () => settledAs('decline')],
    ['a payment of another amount', () => settledAs('wrong-amount')],
    ['another customer’s paid payment', () => settledAs('approve', { payer: stranger })],
  ])('returns the same 402 for %s', async (_name, transaction) => {
    const { status, body } = await placed(basket.order, await transaction());
    expect([status, body]).toMatchObject([402, { success: false, message: NOT_PAID }]);
    expect(await ordersOf(customer)).toEqual([]);
  });

  it('tells nobody that a transaction is another customer’s', async () => {
    const foreign = await placed(basket.order, await settledAs('approve', { payer: stranger }));
    expect(foreign.body).toEqual((await placed(basket.order, 'TX-nothing')).body);
  });

  it('returns 402 for a missing, null or blank transaction', async () => {
    const required = { status: 402, body: { code: 'PAYMENT_REQUIRED', message: NOT_PAID } };
    for (const transactionId of [undefined, null, ''])
      expect(await placeUnpaid({ transactionId })).toMatchObject(required);
  });
});

describe('a payment pays one order', () => {
  it('and not another cart, before and after its own order', async () => {
    const other = await fillBasket(server);
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    expect(await placed(other.order, transactionId)).toMatchObject(USED);
    await providerDoes(server, transactionId, 'approve');
    for (const order of [other.order, withItems(line({ quantity: 4 })), withItems(line(), line())])
      expect(await placed(order, transactionId)).toMatchObject(USED);
    expect((await placed(basket.order, transactionId)).status).toBe(200);
    const byLabel = { label: basket.medication.label.toUpperCase(), quantity: 3, price: 1250 };
    expect((await placed(withItems(byLabel), transactionId)).status).toBe(200);
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('and none for another finalAmount: 409 with the amount', async () => {
    const transactionId = await settledAs('silent');
    expect(await placed({ ...basket.order, finalAmount: 1 }, transactionId)).toMatchObject({
      status: 409,
      body: { code: 'AMOUNT_CHANGED', quote: { total: 4825 } },
    });
    expect(await ordersOf(customer)).toEqual([]);
  });
});

describe('with an idempotency key', () => {
  const placeKeyed = (key: string, transactionId: string, change: object = {}, who = customer) =>
    server.call(
      who,
      'POST',
      '/orders',
      { ...basket.order, transactionId, ...change },
      { 'idempotency-key': key },
    );
  const payElsewhere = (payer = customer) => settledAs('silent', { payer, order: elsewhere(basket.order) });

  it('creates one order for 20 concurrent requests: its response to all, or 409 IN_PROGRESS', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = `round ${round}`;
      const transactionId = await payElsewhere();
      const responses = await Promise.all(times(20, () => placeKeyed(key, transactionId)));
      const first = responses.find(({ status }) => status === 201);
      expect(first).toBeDefined();
      for (const { status, body } of responses) {
        if (status === 409) expect(body.code).toBe('IN_PROGRESS');
        else expect([status, body]).toEqual([201, first!.body]);
      }
      expect(await placeKeyed(key, transactionId)).toMatchObject({ status: 201, body: first!.body });
    }
    expect(await ordersOf(customer)).toHaveLength(10);
  });

  it('returns 422 for the same key with another body', async () => {
    const transactionId = await payElsewhere();
    await placeKeyed('again', transactionId);
    for (const change of [{ deliveryAddress: 'Ailleurs' }, { finalAmount: 4825 }]) {
      const reused = { status: 422, body: { code: 'KEY_REUSED' } };
      expect(await placeKeyed('again', transactionId, change)).toMatchObject(reused);
    }
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('stores no refusal, and then the first response', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    for (const _ of [1, 2]) expect((await placeKeyed('later', transactionId)).status).toBe(402);
    await providerDoes(server, transactionId, 'silent');
    for (const _ of [1, 2]) expect((await placeKeyed('later', transactionId)).status).toBe(201);
  });

  it('separates the keys of two customers', async () => {
    const [mine, theirs] = [await payElsewhere(), await payElsewhere(stranger)];
    expect((await placeKeyed('same', mine)).status).toBe(201);
    expect((await placeKeyed('same', theirs, {}, stranger)).body.order.customer._id).toBe(stranger.row.id);
  });
});

describe('the zone', () => {
  it('is found by id or by label, ignoring accents and case', async () => {
    const { id, label } = basket.zone;
    for (const deliveryZone of [id, label, `  ${label.toUpperCase()} `])
      expect((await open(elsewhere({ deliveryZone }))).status).toBe(201);
    const drafts = (await paymentsOf(customer)).map(({ draft }) => draft!.zone);
    expect(drafts).toEqual(times(3, () => ({ _id: id, label })));
  });

  it.each(['Zone inventée', v7(), '%', 'a_c'])('« %s » is unknown: 422', async (deliveryZone) => {
    const { status, body } = await open({ deliveryZone });
    expect([status, body.fields]).toEqual([422, { 'order.deliveryZone': 'Zone requise' }]);
  });

  it('that was deleted returns 409, by id and by label, until another zone has this label', async () => {
    const { id, label } = basket.zone;
    await server.call(people.admin, 'DELETE', `/zones/${id}`);
    for (const deliveryZone of [id, label]) {
      const { status, body } = await open({ deliveryZone });
      expect([status, body.message]).toEqual([409, "Cette zone n'est plus desservie"]);
    }
    await server.db.insert(zones).values({ ...basket.zone, id: undefined, price: 100, deletedAt: null });
    expect((await open({ deliveryZone: label })).body.amount).toBe(4225);
    expect((await open({ deliveryZone: id })).status).toBe(409);
  });
});

describe('bad input', () => {
  /** Sends the same draft to both endpoints, and expects these fields, and the message of the first. */
  async function expectRefused(change: object, fields: Record<string, string>) {
    for (const [at, response] of [
      ['order.', await open(change)],
      ['', await placeUnpaid({ ...change, transactionId: 'TX-1' })],
    ] as const)
      expect([response.status, response.body]).toEqual([
        422,
        {
          success: false,
          code: 'INVALID',
          message: Object.values(fields)[0],
          fields: Object.fromEntries(Object.entries(fields).map(([path, text]) => [at + path, text])),
        },
      ]);
  }
  /** @param raw the value as JSON text; undefined for a missing field */
  const quantity = (raw: string | undefined) => {
    const field = raw === undefined ? '' : `,"quantity":${raw}`;
    const items = `[{"medicationId":"${basket.medication.id}"${field}}]`;
    return JSON.parse(`{"prescription":{"type":"numerical","items":${items}}}`);
  };
  const WHOLE = 'Quantité invalide (nombre entier de 1 à 999)';
  const TOO_LONG = 'Adresse trop longue (300 caractères maximum)';

  const badQuantities = [
    undefined,
    'null',
    '0',
    '-1',
    '1.5',
    '1000',
    '1e9',
    '1e400',
    '"2"',
    '""',
    'true',
    '[2]',
    '{}',
  ];
  it.each(badQuantities)('quantity %s', async (raw) => {
    await expectRefused(quantity(raw), { 'prescription.items.0.quantity': WHOLE });
  });

  it('accepts the quantities 1 and 999, and returns 400 for NaN, which is not JSON', async () => {
    for (const raw of ['1', '999', '1.0']) expect((await open(quantity(raw))).status).toBe(201);
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/payments',
      headers: { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' },
      payload: `{"order":{"prescription":{"items":[{"quantity":NaN}]}}}`,
    });
    expect([response.statusCode, response.json().message]).toEqual([400, 'Requête invalide']);
  });

  it.each([
    ['deliveryZone', undefined, 'Zone requise'],
    ['deliveryZone', null, 'Zone requise'],
    ['deliveryZone', '', 'Zone requise'],
    ['deliveryZone', ' \n\t\u00a0', 'Zone requise'],
    ['deliveryZone', 12, 'Zone requise'],
    ['deliveryZone', 'x'.repeat(5000), 'Zone requise'],
    ['deliveryAddress', undefined, 'Adresse requise'],
    ['deliveryAddress', null, 'Adresse requise'],
    ['deliveryAddress', '', 'Adresse requise'],
    ['deliveryAddress', '   ', 'Adresse requise'],
    ['deliveryAddress', '\u0000\u0007', 'Adresse requise'],
    ['deliveryAddress', 'x'.repeat(301), TOO_LONG],
    ['deliveryAddress', 'é'.repeat(5000), TOO_LONG],
  ])('%s %j: %s', async (field, value, message) => {
    await expectRefused({ [field]: value }, { [field]: message });
  });

  it('removes unstorable characters before it checks the length of an address', async () => {
    await open({ deliveryAddress: `  ${'é'.repeat(299)}\u0000\ud800!  ` });
    expect((await paymentsOf(customer))[0]!.draft!.address).toBe(`${'é'.repeat(299)}!`);
  });

  const numerical = { type: 'numerical' };
  const empty = [
    undefined,
    null,
    {},
    'numerical',
    [],
    numerical,
    { ...numerical, items: [] },
    { ...numerical, items: null },
    { ...numerical, items: {} },
  ];
  it.each(empty.map((prescription) => ({ prescription })))(
    'a prescription $prescription has no medicine',
    async ({ prescription }) => {
      await expectRefused(
        { prescription },
        { 'prescription.items': 'Veuillez ajouter au moins un médicament' },
      );
    },
  );

  it.each([
    [{ type: 'physical' }, 'Veuillez uploader votre ordonnance'],
    [{ ...numerical, prescriptionNumber: '' }, "Veuillez entrer un numéro d'ordonnance valide"],
    [{ ...numerical, prescriptionNumber: null }, "Veuillez entrer un numéro d'ordonnance valide"],
    [{ ...numerical, prescriptionNumber: 5 }, "Veuillez entrer un numéro d'ordonnance valide"],
  ])('a prescription %j: %s', async (prescription, message) => {
    for (const { body } of [await open({ prescription }), await placeUnpaid({ prescription })])
      expect(body.message).toBe(message);
  });

  it('returns every invalid field at once', async () => {
    const { body } = await open({ ...quantity('0'), deliveryZone: '', deliveryAddress: '' });
    expect(Object.keys(body.fields).sort()).toEqual(
      ['deliveryAddress', 'deliveryZone', 'prescription.items.0.quantity'].map((path) => `order.${path}`),
    );
  });
});
