import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { describe, expect, it } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { placePaidOrder } from '../testing/pay.ts';
import { startTestApp, type Visitor } from '../testing/test-app.ts';
import { drawPicture, sendForm, writeForm } from '../testing/upload.ts';
import {
  assign,
  balancesOf,
  eventsOf,
  orderRow,
  readOrder,
  readTimeline,
  sentencesTo,
  server,
  setState,
  signInAll,
  startServer,
} from './orders.fixture.ts';

const types = {
  customer: 'customer',
  supervisor: 'supervisor',
  admin: 'superAdmin',
  courier: 'deliveryPerson',
  otherCourier: 'deliveryPerson',
} as const;
let people: Record<keyof typeof types, Visitor> & { pharmacy: Visitor };

startServer({}, async () => {
  people = { ...(await signInAll(types)), pharmacy: await server.signIn('pharmacy', { isPartner: true }) };
});

const leave = (id: string, by = people.courier) => setState(by, id, 'delivering');
const handOver = (id: string, proof: object = {}, by = people.courier) =>
  setState(by, id, 'delivered', proof);
const wait = (id: string, by = people.courier) => server.call(by, 'POST', `/orders/${id}/waiting`);
const report = (id: string, reason = 'customer-absent') =>
  server.call(people.courier, 'POST', `/orders/${id}/problem`, { reason });
const bringBack = (id: string) =>
  server.call(people.supervisor, 'POST', `/orders/${id}/return`, {
    reason: 'customer-absent',
    medicinesAt: 'pharmacy',
  });

/** A paid order that this courier has to fetch. */
async function assigned() {
  const order = await placePaidOrder(server, people.customer);
  await assign(people.supervisor, order._id, { pharmacy: people.pharmacy.row.id });
  await assign(people.supervisor, order._id, { deliveryPerson: people.courier.row.id });
  return order;
}

/** An order on its way, with the code that its customer reads. */
async function onItsWay() {
  const { _id: id, number } = await assigned();
  expect((await leave(id)).status).toBe(200);
  const { handoverCode: code } = await readOrder(id, people.customer);
  /** Codes that are not the right one, always the same. */
  const wrong = Array.from({ length: 9 }, (_, n) => `${(Number(code) + n + 1) % 10_000}`.padStart(4, '0'));
  return { id, number, code: code as string, wrong };
}

const handoverOf = async (id: string) => (await readOrder(id, people.supervisor)).handover;
const left = (words: string) => ({
  status: 409,
  body: {
    code: 'HANDOVER_CODE_WRONG',
    message: `Code faux. Redemandez-le au client : encore ${words}.`,
  },
});
const SPENT = { status: 409, body: { code: 'HANDOVER_CODE_SPENT' } };

describe('the code of a delivery (rule 59)', () => {
  it('is four digits, shown to the customer alone from departure to delivery', async () => {
    const { _id: id } = await assigned();
    expect(await readOrder(id, people.customer)).toMatchObject({ handoverCode: null });
    expect(await readOrder(id, people.courier)).toMatchObject({ handoverAsks: 'code' });
    await leave(id);
    const { handoverCode: code } = await readOrder(id, people.customer);
    expect(code).toMatch(/^\d{4}$/);
    expect((await server.call(people.customer, 'GET', '/orders')).body.orders[0]).toMatchObject({
      _id: id,
      handoverCode: code,
    });
    for (const who of [people.courier, people.pharmacy, people.supervisor, people.admin]) {
      expect(await readOrder(id, who)).not.toHaveProperty('handoverCode');
      expect(JSON.stringify((await server.call(who, 'GET', '/orders')).body)).not.toContain('handoverCode');
    }
    expect((await handOver(id, { handoverCode: code })).status).toBe(200);
    expect(await readOrder(id, people.customer)).toMatchObject({ state: 'delivered', handoverCode: null });
    expect(await orderRow(id)).toMatchObject({ handoverCode: null, wrongCodes: [], proven: true });
    expect(await handoverOf(id)).toEqual({ proven: true, reason: null, photo: null });
    const { rows } = await server.pool.query(
      `select 'event' from order_events where order_id = $1 and $2 in (from_value, to_value)
       union all select 'journal' from audit, jsonb_each_text(details) where subject_id = $1::text and value = $2
       union all select 'notice' from notifications where order_id = $1 and message || earlier::text ~ ('\\m' || $2 || '\\M')`,
      [id, code],
    );
    expect(rows).toEqual([]);
  });

  it('is a new one when the order leaves again', async () => {
    const { id, wrong } = await onItsWay();
    await handOver(id, { handoverCode: wrong[0] });
    await bringBack(id);
    expect(await orderRow(id)).toMatchObject({ handoverCode: null, wrongCodes: [] });
    await assign(people.supervisor, id, { deliveryPerson: people.otherCourier.row.id });
    await leave(id, people.otherCourier);
    const { handoverCode } = await readOrder(id, people.customer);
    expect(handoverCode).toMatch(/^\d{4}$/);
    expect((await handOver(id, { handoverCode }, people.otherCourier)).status).toBe(200);
  });

  it('that is wrong is counted once, and after five only a reason is taken; the supervisors are told once', async () => {
    const { id, number, code, wrong } = await onItsWay();
    expect(await handOver(id, { handoverCode: wrong[0] })).toMatchObject(left('4 essais'));
    expect(await handOver(id, { handoverCode: wrong[0] })).toMatchObject(left('4 essais'));
    for (const [n, words] of ['3 essais', '2 essais', 'un essai'].entries())
      expect(await handOver(id, { handoverCode: wrong[n + 1] })).toMatchObject(left(words));
    expect((await readOrder(id, people.courier)).handoverAsks).toBe('code');
    for (const handoverCode of [wrong[4], wrong[5], wrong[4], code])
      expect(await handOver(id, { handoverCode })).toMatchObject(SPENT);
    expect(await readOrder(id, people.courier)).toMatchObject({
      state: 'delivering',
      handoverAsks: 'reason',
    });
    const told = (await sentencesTo(people.supervisor, number)).filter((text) => text.includes('codes faux'));
    expect(told).toEqual([
      `Codes de remise faux : ${number} : cinq codes faux à la remise. Appelez le livreur et le client.`,
    ]);
    expect((await handOver(id, { handoverReason: 'code-refused' })).status).toBe(200);
    expect(await handoverOf(id)).toEqual({ proven: false, reason: 'code-refused', photo: null });
    expect((await eventsOf(id)).slice(-3).map(({ action, to }) => [action, to])).toEqual([
      ['fail-handover-codes', null],
      ['mark-delivered', 'delivered'],
      ['hand-over-without-code', 'code-refused'],
    ]);
  });

  it.each([
    ['three digits', { handoverCode: '041' }, 'handoverCode'],
    ['letters', { handoverCode: 'abcd' }, 'handoverCode'],
    ['a number', { handoverCode: 412 }, 'handoverCode'],
    ['an unknown reason', { handoverReason: 'rain' }, 'handoverReason'],
  ])('is refused as unreadable: %s', async (_, proof, field) => {
    const { id } = await onItsWay();
    expect(await handOver(id, proof)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
    expect(await orderRow(id)).toMatchObject({ state: 'delivering', wrongCodes: [] });
  });

  it('is not tried by a courier who was replaced', async () => {
    const { id, code } = await onItsWay();
    const other = { deliveryPerson: people.otherCourier.row.id, replaces: people.courier.row.id };
    await assign(people.supervisor, id, other);
    expect((await handOver(id, { handoverCode: code })).status).toBe(404);
    expect((await handOver(id, { handoverCode: code }, people.otherCourier)).status).toBe(200);
  });

  it('handed over, the same move again changes nothing, whatever it says', async () => {
    const { id, code, wrong } = await onItsWay();
    await handOver(id, { handoverCode: code });
    for (const again of [
      { handoverCode: code },
      { handoverCode: wrong[0] },
      { handoverReason: 'no-phone' },
      {},
    ])
      expect((await handOver(id, again)).status).toBe(200);
    expect(await handoverOf(id)).toEqual({ proven: true, reason: null, photo: null });
    expect((await eventsOf(id)).filter(({ to }) => to === 'delivered')).toHaveLength(1);
  });
});

describe('an order that is handed over without a code', () => {
  it('by a client that sends none is delivered, and unproven', async () => {
    const { id } = await onItsWay();
    expect(
      (await server.call(people.courier, 'PATCH', `/orders/${id}/status`, { state: 'delivered' })).status,
    ).toBe(200);
    expect(await handoverOf(id)).toEqual({ proven: false, reason: null, photo: null });
  });

  const photograph = async (id: string, by = people.courier) => {
    const bytes = await drawPicture();
    const form = await writeForm((it) => it.set('file', new File([Uint8Array.from(bytes)], 'porte.jpg')));
    return sendForm(server, by, form, `/orders/${id}/handover-photo`);
  };

  it('may be photographed by its courier; only those who supervise open the photograph', async () => {
    const { id } = await onItsWay();
    expect((await photograph(id, people.otherCourier)).status).toBe(404);
    for (const again of [1, 2]) expect([again, (await photograph(id)).status]).toEqual([again, 200]);
    const { rows } = await server.pool.query(
      `select bound_at is not null as bound from files where owner_id = $1 and category = 'handover' order by created_at, id`,
      [people.courier.row.id],
    );
    expect(rows).toEqual([{ bound: false }, { bound: true }]);
    expect((await eventsOf(id)).filter(({ action }) => action === 'photograph-handover')).toHaveLength(1);
    await handOver(id, { handoverReason: 'other-person' });
    const { photo: key } = await handoverOf(id);
    const sign = async (who: Visitor) =>
      (await server.call(who, 'POST', '/upload/signed-url', { key })).status;
    expect(await Promise.all([people.supervisor, people.admin].map(sign))).toEqual([200, 200]);
    expect(await Promise.all([people.customer, people.pharmacy, people.courier].map(sign))).toEqual([
      404, 404, 403,
    ]);
    expect(await photograph(id)).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
  });

  it('counts for its courier where couriers are chosen, for 30 days', async () => {
    const courier = await server.signIn('deliveryPerson');
    const { id } = await onItsWay();
    const other = { deliveryPerson: courier.row.id, replaces: people.courier.row.id };
    await assign(people.supervisor, id, other);
    const next = await assigned();
    const unproven = async () => {
      const path = `/orders/${next._id}/candidates?role=deliveryPerson&q=${courier.row.phone?.slice(-8)}`;
      return (await server.call(people.supervisor, 'GET', path)).body.candidates[0].unproven;
    };
    expect(await unproven()).toBe(0);
    await handOver(id, { handoverReason: 'other-person' }, courier);
    expect(await unproven()).toBe(1);
    const createdAt = new Date(server.clock.now().getTime() - 31 * DAY_MS);
    const old = await buildOrder(server.db, {
      state: 'delivered',
      deliveryPersonId: courier.row.id,
      createdAt,
    });
    await server.pool.query('update orders set proven = false where id = $1', [old.id]);
    expect(await unproven()).toBe(1);
  });

  it('is neither proven nor unproven where the house asks for no code', async () => {
    const house = await startTestApp({ settings: { handoverCode: false, smsMoments: ['on-the-way'] } });
    const [customer, supervisor, courier] = [
      await house.signIn('customer'),
      await house.signIn('supervisor'),
      await house.signIn('deliveryPerson'),
    ];
    const pharmacy = await house.signIn('pharmacy', { isPartner: true });
    const { _id: id } = await placePaidOrder(house, customer);
    for (const one of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
      await house.call(supervisor, 'PATCH', `/orders/${id}/assign`, one);
    const move = (status: string, proof = {}) =>
      house.call(courier, 'PATCH', `/orders/${id}/status`, { status, ...proof });
    const { order } = (await move('delivering')).body;
    expect(order.handoverAsks).toBeNull();
    expect((await house.call(customer, 'GET', `/orders/${id}`)).body.order.handoverCode).toBeNull();
    expect((await house.messages())[0]?.text).not.toContain('Code');
    expect((await move('delivered', { handoverCode: '0000' })).status).toBe(200);
    expect((await house.call(supervisor, 'GET', `/orders/${id}`)).body.order.handover).toBeNull();
    await house.close();
  });
});

describe('a courier who waits at the door', () => {
  it('says so once; the customer is told, and supervisors see since when', async () => {
    const { id, number } = await onItsWay();
    expect((await readOrder(id, people.courier)).waiting).toEqual({ since: null, minutes: 10 });
    expect((await readOrder(id, people.customer)).waiting).toBeNull();
    const at = server.clock.now().toISOString();
    expect((await wait(id)).body.order).toMatchObject({
      waiting: { since: at, minutes: 10 },
      allowedActions: ['mark-delivered', 'report-problem'],
    });
    server.clock.advance(60);
    expect((await wait(id)).status).toBe(200);
    for (const who of [people.customer, people.supervisor])
      expect((await readOrder(id, who)).waiting).toEqual({ since: at, minutes: 10 });
    expect((await sentencesTo(people.customer, number))[0]).toBe(
      `Le livreur vous attend : Le livreur est devant chez vous avec votre commande ${number}. Gardez votre téléphone près de vous.`,
    );
    expect((await eventsOf(id)).filter(({ action }) => action === 'start-waiting')).toHaveLength(1);
  });

  it('does not before the departure, after the delivery, or for an order of another', async () => {
    const { _id } = await assigned();
    expect(await wait(_id)).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
    const { id, code } = await onItsWay();
    expect((await wait(id, people.otherCourier)).status).toBe(404);
    await handOver(id, { handoverCode: code });
    expect((await wait(id)).status).toBe(409);
  });

  /** Waits these minutes, reports, then lets a supervisor decide. */
  async function afterWaiting(minutes: number, decide: (id: string) => Promise<{ status: number }>) {
    const { id } = await onItsWay();
    await wait(id);
    server.clock.advance(minutes * 60);
    await report(id);
    expect((await decide(id)).status).toBe(200);
    const { rows } = await server.pool.query(
      `select e.account, e.beneficiary_id as whom, e.amount_fcfa::int as amount from entries e join journals j on j.id = e.journal_id
       where j.order_id = $1 and j.kind = 'return-fee' order by 3`,
      [id],
    );
    return { id, rows };
  }
  const cancel = (id: string) =>
    server.call(people.supervisor, 'POST', `/orders/${id}/cancellation`, { reason: 'unreachable' });

  const giveToAnother = (id: string) =>
    server.call(people.supervisor, 'PATCH', `/orders/${id}/assign`, {
      deliveryPerson: people.otherCourier.row.id,
      replaces: people.courier.row.id,
    });

  it.each([
    ['brought back', bringBack],
    ['cancelled', cancel],
    ['given to another courier', giveToAnother],
  ])('long enough is owed half of the fee when the order is %s (rule 51)', async (_, decide) => {
    const { id, rows } = await afterWaiting(10, decide);
    const { deliveryFee } = await orderRow(id);
    const amount = Math.round(deliveryFee / 2);
    expect(rows).toEqual([
      { account: 'courier', whom: people.courier.row.id, amount: -amount },
      { account: 'kept', whom: null, amount },
    ]);
    const lines = await readTimeline(id, people.supervisor);
    expect(lines.map(({ action }: { action: string }) => action)).toContain('owe-return');
    expect((await decide(id)).status).toBe(200);
    expect((await balancesOf(id)).kept).toBe(amount);
    const { lines: journal } = (await server.call(people.admin, 'GET', `/audit?subject=${id}`)).body;
    expect(journal.length).toBeGreaterThan(0);
  });

  it('is owed nothing after less', async () => {
    expect((await afterWaiting(9, bringBack)).rows).toEqual([]);
  });

  it('is paid again for another no-show of the same order', async () => {
    const { id } = await afterWaiting(10, bringBack);
    await assign(people.supervisor, id, { deliveryPerson: people.courier.row.id });
    await leave(id);
    expect((await readOrder(id, people.courier)).waiting.since).toBeNull();
    await wait(id);
    server.clock.advance(600);
    await report(id);
    await bringBack(id);
    expect((await balancesOf(id)).kept).toBe(2 * Math.round((await orderRow(id)).deliveryFee / 2));
  });

  it('is not owed what another courier waited for', async () => {
    const { id } = await onItsWay();
    await wait(id);
    server.clock.advance(600);
    const other = { deliveryPerson: people.otherCourier.row.id, replaces: people.courier.row.id };
    await assign(people.supervisor, id, other);
    await server.call(people.otherCourier, 'POST', `/orders/${id}/problem`, { reason: 'customer-absent' });
    await bringBack(id);
    expect((await balancesOf(id)).kept).toBeUndefined();
  });
});

describe('before he takes an order, a courier reads', () => {
  it('the fee, the boxes, the distance as the crow flies, and that it is paid', async () => {
    const { _id: id } = await assigned();
    const read = () => readOrder(id, people.courier);
    const { prescription } = await readOrder(id, people.customer);
    const boxes = prescription.items.reduce(
      (sum: number, { quantity }: { quantity: number }) => sum + quantity,
      0,
    );
    expect(await read()).toMatchObject({ boxes, metres: null, deliveryFee: expect.any(Number) });
    expect((await read()).finalAmount).toBeGreaterThan(0);
    const zone = await buildZone(server.db, { latitude: 6.38, longitude: 2.4 });
    await server.pool.query('update orders set zone_id = $1 where id = $2', [zone.id, id]);
    await server.pool.query('update users set latitude = 6.37, longitude = 2.4 where id = $1', [
      people.pharmacy.row.id,
    ]);
    expect((await read()).metres).toBe(1_113);
    for (const who of [people.customer, people.pharmacy, people.supervisor])
      expect(await readOrder(id, who)).not.toHaveProperty('metres');
  });
});
