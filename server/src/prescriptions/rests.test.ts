import { addDays, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { users } from '../database/schema/users.ts';
import {
  buildUnread,
  ordersOf,
  payFor,
  payOrder,
  prescriptionRow,
  readOrder,
  server,
  setState,
  startServer,
} from '../orders/orders.fixture.ts';
import { titlesTo } from '../testing/notices.ts';
import { type Basket, elsewhere, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { endPrescriptions } from './rests.ts';

// Rule 52: a prescription is used up by the box; rule 54: by its validity and its repeats.

const DAY = 24 * 3600;
let basket: Basket;
let doctor: Visitor;
let supervisor: Visitor;
let customer: Visitor;
let syrup: MedicationRow;
let iron: MedicationRow;

startServer({}, async () => {
  supervisor = await server.signIn('supervisor');
});
beforeEach(async () => {
  doctor = await server.signIn('partnerDoctor', { verified: true });
  customer = await server.signIn('customer');
  basket = await fillBasket(server);
  syrup = await buildMedication(server.db, { price: 2_000, requiresPrescription: true });
  iron = await buildMedication(server.db, { price: 500 });
});

type Prescribed = NonNullable<NonNullable<Parameters<typeof buildPrescription>[1]>['items']>;

/** One syrup and three boxes of iron. */
const prescribe = (
  items: Prescribed = [
    { medication: syrup, quantity: 1 },
    { medication: iron, quantity: 3 },
  ],
) =>
  buildPrescription(server.db, {
    authorId: doctor.row.id,
    createdAt: server.clock.now(),
    items,
  });
const coded = (prescriptionNumber: string, change: object = {}) => ({
  prescription: { type: 'numerical', prescriptionNumber, ...change },
  deliveryZone: basket.zone.id,
  deliveryAddress: basket.order.deliveryAddress,
});
async function buy(who: Visitor, order: object) {
  const { transactionId, amount } = await openPayment(server, who, { order });
  await providerDoes(server, transactionId, 'approve');
  const { body } = await place(server, who, order, transactionId);
  return { ...body.order, amount };
}
const find = async (who: Visitor, number: string) => {
  const { status, body } = await server.call(who, 'GET', `/prescriptions/search/${number}`);
  return status === 200 ? body.prescription.items : body.code;
};
const shape = (items: { medicationId: string; quantity: number }[]) =>
  items.map(({ medicationId, quantity }) => [medicationId, quantity]);
const written = async (number: string) =>
  (await server.call(doctor, 'GET', `/prescriptions/my?q=${number}`)).body.prescriptions[0];
const rests = async (who: Visitor) =>
  (await server.call(who, 'GET', '/prescriptions/open')).body.prescriptions;
const giveBack = (order: { _id: string }, medicationId: string, givenBack: number) =>
  server.call(supervisor, 'POST', `/orders/${order._id}/give-back`, {
    lines: [{ medicationId, givenBack }],
    reason: 'unavailable',
  });
/** Attaches a code to an order of the customer whose photograph nobody has read. */
async function attach(prescriptionNumber: string): Promise<string> {
  const agent = await server.signIn('agent');
  const { id } = await buildUnread(customer);
  const { status } = await server.call(agent, 'PUT', `/orders/${id}`, {
    prescription: { prescriptionNumber },
  });
  expect(status).toBe(200);
  return id;
}
const setMedicine = ({ id }: MedicationRow, change: Partial<MedicationRow>) =>
  server.db.update(medications).set(change).where(eq(medications.id, id));
const setActive = ({ row }: Visitor, active: boolean) =>
  server.db.update(users).set({ active }).where(eq(users.id, row.id));
const renounce = async (who: Visitor, id: string) => {
  const { status, body } = await server.call(who, 'POST', `/prescriptions/${id}/renounce`);
  return status === 204 ? 204 : body.code;
};
/** The clock moves on, and whoever is signed in stays so. */
async function pass(days: number): Promise<void> {
  server.clock.advance(days * DAY);
  [customer, doctor, supervisor] = [
    await server.session(customer.row),
    await server.session(doctor.row),
    await server.session(supervisor.row),
  ];
}

describe('part now, the rest later (rule 52)', () => {
  it('keeps the code alive for what was not taken, for anybody who has it; then it is used', async () => {
    const { number } = await prescribe();
    const first = await buy(customer, coded(number, { leftOut: [iron.id] }));
    expect([first.medicinesAmount, shape(first.leftOut)]).toEqual([2_000, [[iron.id, 3]]]);
    expect(shape(await find(customer, number))).toEqual([[iron.id, 3]]);
    expect(await written(number)).toMatchObject({
      used: false,
      items: [{ quantity: 1, given: 1, remaining: 0 }, { quantity: 3 }],
    });
    expect((await titlesTo(server, doctor.row)).at(-1)).toBe('Ordonnance entamée');

    const sister = await server.signIn('customer');
    const second = await buy(sister, coded(number));
    expect(second).toMatchObject({ medicinesAmount: 1_500, leftOut: [] });
    expect(await find(customer, number)).toBe('NO_PRESCRIPTION');
    expect((await payFor(sister, coded(number, { leftOut: [syrup.id] }))).body.code).toBe('ALREADY_PAID');
    expect(await written(number)).toMatchObject({
      used: true,
      items: [{ given: 1 }, { given: 3, remaining: 0 }],
    });
    expect((await titlesTo(server, doctor.row)).at(-1)).toBe('Ordonnance utilisée');
  });

  it('a payment of the part that is sent again answers its order', async () => {
    const { number } = await prescribe();
    const order = coded(number, { leftOut: [iron.id] });
    const { _id } = await buy(customer, order);
    const { status, body } = await payFor(customer, order);
    expect([status, body.code, body.order._id]).toEqual([409, 'ALREADY_PAID', _id]);
    expect(await ordersOf(customer)).toHaveLength(1);
  });

  it('takes fewer boxes only of a line that may be split', async () => {
    const { number } = await prescribe([
      { medication: syrup, quantity: 2 },
      { medication: iron, quantity: 3, maySplit: true },
    ]);
    const part = (medication: MedicationRow, quantity: number) =>
      coded(number, { quantities: [{ medicationId: medication.id, quantity }] });
    const { status, body } = await payFor(customer, part(syrup, 1));
    expect([status, body.fields]).toEqual([
      422,
      { 'order.prescription.leftOut': 'Ce médicament se prend en entier' },
    ]);
    const order = await buy(customer, part(iron, 1));
    expect([order.medicinesAmount, shape(order.leftOut)]).toEqual([4_500, [[iron.id, 2]]]);
    expect(await find(customer, number)).toMatchObject([
      { medicationId: iron.id, quantity: 2, maySplit: true },
    ]);
  });

  it('takes a line whole also where another line names the same medicine', async () => {
    const { number } = await prescribe([
      { medication: iron, quantity: 1 },
      { medication: iron, quantity: 2 },
    ]);
    const boxes = (quantity: number) =>
      payFor(customer, coded(number, { quantities: [{ medicationId: iron.id, quantity }] }));
    expect((await boxes(2)).status).toBe(422);
    expect((await boxes(1)).body.amount).toBe(700 + 550);
  });

  it('what is given back, or cancelled, remains to be ordered', async () => {
    const { id, number } = await prescribe();
    const order = await buy(customer, coded(number));
    expect(await prescriptionRow(id)).toMatchObject({ usedById: order._id });
    await giveBack(order, iron.id, 2);
    expect(shape(await find(customer, number))).toEqual([[iron.id, 2]]);
    const second = await buy(customer, coded(number));
    expect(await prescriptionRow(id)).toMatchObject({ usedById: second._id });
    const cancelled = await server.call(supervisor, 'POST', `/orders/${order._id}/cancellation`, {
      reason: 'unavailable',
    });
    expect(cancelled.status).toBe(200);
    expect(shape(await find(customer, number))).toEqual([
      [syrup.id, 1],
      [iron.id, 1],
    ]);
  });

  it('is not edited any more when all that was ordered came back after the handover', async () => {
    const { id, number } = await prescribe([{ medication: iron, quantity: 1 }]);
    const { id: _id } = await buildOrder(server.db, {
      state: 'ended',
      customerId: customer.row.id,
      prescriptionId: id,
    });
    expect((await giveBack({ _id }, iron.id, 1)).status).toBe(200);
    const items = [{ medicationId: syrup.id, label: syrup.label, quantity: 1, price: 2_000 }];
    expect((await server.call(doctor, 'PUT', `/prescriptions/${id}`, { items })).body.code).toBe(
      'PRESCRIPTION_BEGUN',
    );
    expect(shape(await find(customer, number))).toEqual([[iron.id, 1]]);
    expect((await server.call(doctor, 'DELETE', `/prescriptions/${id}`)).status).toBe(204);
    expect(await written(number)).toMatchObject({ used: true, closing: 'withdrawn' });
  });

  it('is not edited any more once something of it was ordered; its author takes the rest back', async () => {
    const { id, number } = await prescribe();
    await buy(customer, coded(number, { leftOut: [iron.id] }));
    const items = [{ medicationId: iron.id, label: iron.label, quantity: 1, price: 500 }];
    expect((await server.call(doctor, 'PUT', `/prescriptions/${id}`, { items })).body.code).toBe(
      'PRESCRIPTION_BEGUN',
    );
    expect((await server.call(doctor, 'DELETE', `/prescriptions/${id}`)).status).toBe(204);
    expect(await written(number)).toMatchObject({
      used: true,
      closing: 'withdrawn',
      items: [{ given: 1 }, { quantity: 3 }],
    });
    expect(await find(customer, number)).toBe('NO_PRESCRIPTION');
    expect((await ordersOf(customer))[0]?.state).toBe('pending');
  });

  it('two customers cannot both pay the last boxes', async () => {
    const { number } = await prescribe();
    await buy(customer, coded(number, { leftOut: [iron.id] }));
    const sister = await server.signIn('customer');
    const opened = await openPayment(server, customer, { order: coded(number) });
    expect((await payFor(sister, coded(number))).body.code).toBe('PRESCRIPTION_USED');
    await providerDoes(server, opened.transactionId, 'approve');
    await place(server, customer, coded(number), opened.transactionId);
    expect((await payFor(sister, coded(number))).body.code).toBe('PRESCRIPTION_USED');
  });

  it('is not called paid while somebody else pays for the rest', async () => {
    const { number } = await prescribe();
    await buy(customer, coded(number, { leftOut: [iron.id] }));
    const sister = await server.signIn('customer');
    const { transactionId } = await openPayment(server, sister, { order: coded(number) });
    const again = async (...leftOut: string[]) =>
      (await payFor(customer, coded(number, { leftOut }))).body.code;
    expect([await again(), await again(syrup.id)]).toEqual(['PRESCRIPTION_USED', 'PRESCRIPTION_USED']);
    expect(await again(iron.id)).toBe('ALREADY_PAID');
    await providerDoes(server, transactionId, 'approve');
    await place(server, sister, coded(number), transactionId);
    expect([await again(), await again(syrup.id)]).toEqual(['ALREADY_PAID', 'PRESCRIPTION_USED']);
  });

  it('stays with who pays for the rest while a part comes back', async () => {
    const { number } = await prescribe([
      { medication: syrup, quantity: 2 },
      { medication: iron, quantity: 3 },
    ]);
    const order = await buy(customer, coded(number, { leftOut: [iron.id] }));
    const sister = await server.signIn('customer');
    const { transactionId } = await openPayment(server, sister, { order: coded(number) });
    expect((await giveBack(order, syrup.id, 1)).status).toBe(200);
    expect((await payFor(customer, coded(number))).body.code).toBe('PRESCRIPTION_USED');
    await providerDoes(server, transactionId, 'approve');
    const { status, body } = await place(server, sister, coded(number), transactionId);
    expect([status, body.order.medicinesAmount]).toEqual([200, 1_500]);
    expect(shape(await find(customer, number))).toEqual([[syrup.id, 1]]);
  });

  it('an unpaid order keeps its lines and its sum when others come back', async () => {
    const { id, number } = await prescribe([
      { medication: syrup, quantity: 2 },
      { medication: iron, quantity: 3 },
    ]);
    const first = await buy(customer, coded(number, { leftOut: [iron.id] }));
    const unpaid = await attach(number);
    await giveBack(first, syrup.id, 1);
    await setMedicine(syrup, { deletedAt: server.clock.now() });
    const before = await readOrder(unpaid, customer);
    const same = await server.call(customer, 'PUT', `/orders/${unpaid}/left-out`, { medications: [] });
    expect([same.status, same.body.order]).toEqual([200, before]);
    expect((await payOrder(customer, unpaid)).status).toBe(201);

    await pass(31);
    await setMedicine(iron, { price: 600 });
    const { body } = await payOrder(customer, unpaid);
    expect([body.code, body.quote.medicines]).toEqual(['AMOUNT_CHANGED', 1_800]);
    const { transactionId } = await openPayment(server, customer, { orderId: unpaid });
    await providerDoes(server, transactionId, 'approve');
    await server.call(customer, 'GET', `/payments/${transactionId}`);
    expect(await readOrder(unpaid, customer)).toMatchObject({
      state: 'pending',
      medicinesAmount: 1_800,
      leftOut: [],
    });
    expect(await prescriptionRow(id)).toMatchObject({ usedAt: null });
  });

  it('what comes back costs what it costs today, 30 days after it was priced', async () => {
    const { number } = await prescribe([
      { medication: syrup, quantity: 2 },
      { medication: iron, quantity: 3 },
    ]);
    const first = await buy(customer, coded(number, { leftOut: [iron.id] }));
    await pass(31);
    await setMedicine(syrup, { price: 2_500 });
    await setState(customer, await attach(number), 'cancelled');
    await giveBack(first, syrup.id, 1);
    expect(await find(customer, number)).toMatchObject([
      { medicationId: syrup.id, quantity: 1, price: 2_500 },
      { medicationId: iron.id },
    ]);
  });
});

describe('what remains, for the customer who ordered with it', () => {
  it('is listed for them alone, with what can be ordered', async () => {
    const { id, number } = await prescribe();
    const stranger = await server.signIn('customer');
    await find(stranger, number);
    await buy(customer, coded(number, { leftOut: [iron.id] }));
    expect(await rests(customer)).toMatchObject([
      {
        _id: id,
        prescriptionNumber: number,
        used: false,
        items: [{ medicationId: iron.id, quantity: 3 }],
        total: 1_500,
      },
    ]);
    expect(await rests(stranger)).toEqual([]);
    await buy(stranger, coded(number));
    expect([await rests(customer), await rests(stranger)]).toEqual([[], []]);
  });

  it('is not listed while an unpaid order has it, nor once its prescriber has no account', async () => {
    const { id, number } = await prescribe();
    await buy(customer, coded(number, { leftOut: [iron.id] }));
    const unpaid = await attach(number);
    expect(await rests(customer)).toEqual([]);
    expect(await renounce(customer, id)).toBe('PRESCRIPTION_ATTACHED');
    await setState(customer, unpaid, 'cancelled');
    expect(await rests(customer)).toHaveLength(1);
    await setActive(doctor, false);
    expect(await rests(customer)).toEqual([]);
  });

  it('is given up once, by who ordered with it; the prescriber is told', async () => {
    const { id, number } = await prescribe();
    const stranger = await server.signIn('customer');
    expect(await renounce(customer, id)).toBe('NOT_FOUND');
    const order = await buy(customer, coded(number, { leftOut: [iron.id] }));
    expect(await renounce(stranger, id)).toBe('NOT_FOUND');
    const opened = await openPayment(server, customer, { order: coded(number) });
    expect(await renounce(customer, id)).toBe('PRESCRIPTION_RESERVED');
    await providerDoes(server, opened.transactionId, 'decline');
    server.clock.advance(15 * 60);
    expect([await renounce(customer, id), await renounce(customer, id)]).toEqual([204, 204]);
    expect(await written(number)).toMatchObject({ used: true, closing: 'renounced' });
    expect(await find(customer, number)).toBe('NO_PRESCRIPTION');
    expect((await titlesTo(server, doctor.row)).filter((title) => title === 'Reste non pris')).toHaveLength(
      1,
    );

    // What comes back from an order opens it again.
    await giveBack(order, syrup.id, 1);
    expect(await prescriptionRow(id)).toMatchObject({ usedAt: null, closing: null });
  });

  it('nothing is to be given up of what is used', async () => {
    const { id, number } = await prescribe();
    await buy(customer, coded(number));
    expect(await renounce(customer, id)).toBe('PRESCRIPTION_USED');
  });
});

describe('repeats (rule 54)', () => {
  it('are ordered one time each; early is a warning, and the last uses the prescription up', async () => {
    const { id, number } = await prescribe([{ medication: iron, quantity: 1, repeats: 2, repeatDays: 30 }]);
    expect(await find(customer, number)).toMatchObject([
      { quantity: 1, repeats: 2, repeatDays: 30, remaining: 3 },
    ]);
    await buy(customer, coded(number));
    const today = dayInBenin(server.clock.now());
    expect(await rests(customer)).toMatchObject([
      { items: [{ quantity: 1, repeats: 2, remaining: 2, dueFrom: addDays(today, 30) }] },
    ]);
    server.clock.advance(2 * 3600);
    const early = await buy(customer, coded(number));
    expect(early.medicinesAmount).toBe(500);
    await pass(40);
    expect(await rests(customer)).toMatchObject([{ items: [{ quantity: 1, repeats: 1, remaining: 1 }] }]);
    await buy(customer, coded(number));
    expect(await prescriptionRow(id)).toMatchObject({ closing: null, usedAt: expect.any(Date) });
    expect(await find(customer, number)).toBe('NO_PRESCRIPTION');
  });

  it('are written by the prescriber, with a usual end that leaves time for them', async () => {
    const patient = { patientName: 'Afi', patientPhone: '0197000009', type: 'numerical' };
    const { key: url } = await buildFile(server.db, { ownerId: doctor.row.id });
    const line = { medicationId: iron.id, label: iron.label, quantity: 1, price: 500 };
    const create = (giving: object) =>
      server.call(doctor, 'POST', '/prescriptions', { ...patient, url, items: [{ ...line, ...giving }] });
    const today = dayInBenin(server.clock.now());
    for (const [wrong, field] of [
      [{ repeats: 12 }, 'repeats'],
      [{ repeatDays: 30 }, 'repeatDays'],
      [{ deliverBefore: '2026-13-01' }, 'deliverBefore'],
      [{ deliverBefore: today }, 'deliverBefore'],
    ] as const) {
      const { status, body } = await create(wrong);
      expect([status, Object.keys(body.fields)]).toEqual([422, [`items.0.${field}`]]);
    }
    const { status, body } = await create({ repeats: 2, repeatDays: 30, maySplit: true });
    expect([status, body.prescription.items]).toMatchObject([
      201,
      [{ repeats: 2, repeatDays: 30, maySplit: true, remaining: 3, deliverBefore: addDays(today, 90 + 60) }],
    ]);
    // A client that does not know them leaves them as they are.
    const path = `/prescriptions/${body.prescription._id}`;
    const edited = await server.call(doctor, 'PUT', path, { items: [{ ...line, quantity: 2 }] });
    expect(edited.body.prescription.items).toMatchObject([
      { quantity: 2, repeats: 2, repeatDays: 30, maySplit: true },
    ]);
    const removed = await server.call(doctor, 'PUT', path, {
      items: [{ ...line, repeats: null, maySplit: false }],
    });
    expect(removed.body.prescription.items[0]).not.toHaveProperty('repeats');
  });
});

describe('the end of a validity (rule 54)', () => {
  const day = (days: number) => addDays(dayInBenin(server.clock.now()), days);

  it('is refused in words, by the lookup and at the payment; the next morning the prescription is used', async () => {
    const { id, number } = await prescribe([{ medication: iron, quantity: 1, deliverBefore: day(1) }]);
    expect(await find(customer, number)).toMatchObject([{ deliverBefore: day(1) }]);
    await pass(1);
    expect(await find(customer, number)).toBe('PRESCRIPTION_EXPIRED');
    const agent = await server.signIn('agent');
    const unread = `/orders/${(await buildUnread(customer)).id}`;
    for (const prescription of [{ prescriptionNumber: number }, { _id: id }])
      expect((await server.call(agent, 'PUT', unread, { prescription })).body.code).toBe(
        'PRESCRIPTION_EXPIRED',
      );
    const { body } = await payFor(customer, coded(number));
    expect([body.code, body.message]).toEqual([
      'PRESCRIPTION_EXPIRED',
      'Cette ordonnance n’est plus valable : demandez-en une autre à la personne qui l’a écrite.',
    ]);
    expect([await endPrescriptions(server.ctx), await endPrescriptions(server.ctx)]).toEqual([1, 0]);
    expect(await prescriptionRow(id)).toMatchObject({ closing: 'expired', usedById: null });
    expect(await find(customer, number)).toBe('PRESCRIPTION_EXPIRED');
    expect(await written(number)).toMatchObject({ used: true, closing: 'expired', items: [{ quantity: 1 }] });
  });

  it('is of each line: the others are ordered', async () => {
    const { number } = await prescribe([
      { medication: syrup, quantity: 1, deliverBefore: day(1) },
      { medication: iron, quantity: 1, deliverBefore: day(40) },
    ]);
    await pass(2);
    expect(shape(await find(customer, number))).toEqual([[iron.id, 1]]);
    expect((await payFor(customer, coded(number, { leftOut: [iron.id] }))).body.code).toBe(
      'PRESCRIPTION_EXPIRED',
    );
    expect(await endPrescriptions(server.ctx)).toBe(0);
    const order = await buy(customer, coded(number));
    expect(order).toMatchObject({ medicinesAmount: 500 });
    expect(await written(number)).toMatchObject({ used: true, closing: 'expired' });

    // What comes back before its own end is ordered again, and not after it.
    const cancel = (id: string) =>
      server.call(supervisor, 'POST', `/orders/${id}/cancellation`, { reason: 'unavailable' });
    await cancel(order._id);
    expect(shape(await find(customer, number))).toEqual([[iron.id, 1]]);
    const again = await buy(customer, elsewhere(coded(number)));
    await pass(40);
    await cancel(again._id);
    expect(await find(customer, number)).toBe('PRESCRIPTION_EXPIRED');
    expect(await written(number)).toMatchObject({ used: true, closing: 'expired', usedBy: null });
  });

  it('comes for the others when one cannot be closed', async () => {
    const { id, number } = await prescribe([
      { medication: syrup, quantity: 2 },
      { medication: iron, quantity: 1, deliverBefore: day(1) },
    ]);
    await buy(customer, coded(number, { leftOut: [iron.id] }));
    await prescribe([{ medication: iron, quantity: 1, deliverBefore: day(1) }]);
    const setBoxes = (boxes: number) =>
      server.pool.query(
        'update prescription_items set quantity = $2 where prescription_id = $1 and position = 0',
        [id, boxes],
      );
    await setBoxes(1);
    await pass(1);
    const error = vi.fn();
    expect(await endPrescriptions({ ...server.ctx, log: { ...server.ctx.log, error } })).toBe(1);
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ prescriptionId: id }),
      'could not end a prescription',
    );
    await setBoxes(2);
    expect(await endPrescriptions(server.ctx)).toBe(1);
  });

  it('an unpaid order does not outlive it', async () => {
    const agent = await server.signIn('agent');
    const order = await buildUnread(customer);
    const items = [
      { medicationId: iron.id, label: iron.label, quantity: 1, price: 500, deliverBefore: day(1) },
    ];
    const sent = { prescription: { items } };
    expect((await server.call(agent, 'PUT', `/orders/${order.id}`, sent)).status).toBe(200);
    await pass(1);
    expect((await payOrder(customer, order.id)).body.code).toBe('PRESCRIPTION_EXPIRED');
    expect(await endPrescriptions(server.ctx)).toBe(0);
    await setState(customer, order.id, 'cancelled');
    expect(await endPrescriptions(server.ctx)).toBe(1);
  });

  it('of one line of an unpaid order leaves the others to be paid', async () => {
    const agent = await server.signIn('agent');
    const order = await buildUnread(customer);
    const line = ({ id: medicationId, label, price }: MedicationRow) => ({
      medicationId,
      label,
      price,
      quantity: 1,
    });
    const items = [{ ...line(iron), deliverBefore: day(1) }, line(syrup)];
    await server.call(agent, 'PUT', `/orders/${order.id}`, { prescription: { items } });
    await pass(1);
    expect((await payOrder(customer, order.id)).body.code).toBe('LINE_EXPIRED');
    const path = `/orders/${order.id}/left-out`;
    const { body } = await server.call(customer, 'PUT', path, { medications: [iron.id] });
    expect(body.order).toMatchObject({ medicinesAmount: 2_000, leftOut: [] });
    expect((await payOrder(customer, order.id)).status).toBe(201);
  });

  it('money that was on its way still makes its order', async () => {
    const { number } = await prescribe([{ medication: iron, quantity: 1, deliverBefore: day(1) }]);
    const { transactionId } = await openPayment(server, customer, { order: coded(number) });
    await pass(1);
    await providerDoes(server, transactionId, 'approve');
    const { status } = await place(server, customer, coded(number), transactionId);
    expect(status).toBe(200);
  });

  it('is announced once to who has taken a part, a week before', async () => {
    const { number } = await prescribe([
      { medication: syrup, quantity: 1 },
      { medication: iron, quantity: 1, deliverBefore: day(20) },
    ]);
    const told = async () =>
      (await titlesTo(server, customer.row)).filter(
        (title) => title === 'Il vous reste quelque chose à prendre',
      );
    await buy(customer, coded(number, { leftOut: [iron.id] }));
    await endPrescriptions(server.ctx);
    expect(await told()).toEqual([]);
    await pass(13);
    await setActive(doctor, false);
    await endPrescriptions(server.ctx);
    expect(await told()).toEqual([]);
    await setActive(doctor, true);
    for (const _ of [1, 2]) await endPrescriptions(server.ctx);
    expect(await told()).toHaveLength(1);
  });
});
