import { beforeAll, describe, expect, it } from 'vitest';
import { sendRefunds } from '../payments/refund.ts';
import { placePaidOrder } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  assign,
  balancesOf,
  eventsOf,
  orderRow,
  paymentRow,
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
  pharmacy: 'pharmacy',
} as const;
let people: Record<keyof typeof types, Visitor>;

startServer({ settings: { smsMoments: ['on-the-way'] } }, async () => {
  people = await signInAll(types);
  people.pharmacy = await server.signIn('pharmacy', { isPartner: true });
});
beforeAll(async () => {
  await sendRefunds(server.ctx);
});

const give = (id: string, who: Visitor, role: 'pharmacy' | 'deliveryPerson') =>
  assign(people.supervisor, id, { [role]: who.row.id });

/** A paid order that this courier has fetched. */
async function onItsWay() {
  const order = await placePaidOrder(server, people.customer);
  await give(order._id, people.pharmacy, 'pharmacy');
  await give(order._id, people.courier, 'deliveryPerson');
  expect((await setState(people.courier, order._id, 'delivering')).status).toBe(200);
  return order;
}
type Order = Awaited<ReturnType<typeof onItsWay>>;

const AT_PHARMACY = { reason: 'customer-absent', medicinesAt: 'pharmacy' } as const;
const bringBack = ({ _id }: { _id: string }, body: object = AT_PHARMACY, by = people.supervisor) =>
  server.call(by, 'POST', `/orders/${_id}/return`, body);
const cancel = ({ _id }: Order, by = people.supervisor) =>
  server.call(by, 'POST', `/orders/${_id}/cancellation`, { reason: 'unreachable' });
const STATE_CHANGED = { status: 409, body: { code: 'STATE_CHANGED' } };

describe('an order that could not be handed over (rule 51)', () => {
  it('is to be delivered anew, and its customer, its pharmacy and its courier are told what comes next', async () => {
    const order = await onItsWay();
    const problem = { reason: 'customer-absent', note: 'Portail fermé' };
    await server.call(people.courier, 'POST', `/orders/${order._id}/problem`, problem);
    const at = server.clock.now().toISOString();
    const { status, body } = await bringBack(order);
    expect([status, body.order]).toMatchObject([
      200,
      {
        state: 'pending',
        deliveryPerson: null,
        problem: null,
        readyAt: at,
        broughtBack: { reason: 'customer-absent', at, heldBy: null },
        allowedActions: ['cancel-paid', 'assign-delivery-person', 'replace-pharmacy', 'give-back'],
      },
    ]);
    const { number } = order;
    expect((await sentencesTo(people.customer, number))[0]).toBe(
      `Nouvelle livraison à venir : Votre commande ${number} n’a pas pu vous être remise : le livreur ne vous a pas trouvé. Nous vous l’apportons dès qu’un livreur est libre ; gardez votre téléphone près de vous.`,
    );
    expect((await sentencesTo(people.pharmacy, number))[0]).toBe(
      `À livrer de nouveau : ${number} n’a pas été remise (client absent). Un autre livreur viendra la chercher chez vous.`,
    );
    expect((await sentencesTo(people.courier, number))[0]).toBe(
      `Livraison reprise : ${number} n’est plus à livrer par vous (client absent). Les médicaments sont à rendre à ${people.pharmacy.row.name}.`,
    );
    const seen = await readOrder(order._id, people.customer);
    expect(seen).toMatchObject({ state: 'pending', problem: null, allowedActions: ['ask-cancel'] });
    expect(seen.broughtBack).toEqual({ reason: 'customer-absent', at, heldBy: null });
    const [returned, released] = (await readTimeline(order._id, people.customer)).slice(-2);
    expect(returned).toMatchObject({
      action: 'bring-back',
      from: 'delivering',
      to: 'pending',
      reason: 'customer-absent',
    });
    expect(released).toMatchObject({
      action: 'release-delivery-person',
      from: people.courier.row.name,
      to: null,
    });
    const { orders } = (await server.call(people.supervisor, 'GET', '/orders?todo=true')).body;
    expect(orders.map(({ _id }: Order) => _id)).toContain(order._id);
    const { lines } = (await server.call(people.admin, 'GET', `/audit?subject=${number}`)).body;
    expect(lines.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining([
        `a repris, à livrer de nouveau, la commande ${number} : en livraison → en attente`,
        `a libéré le livreur de la commande ${number} : ${people.courier.row.name}`,
      ]),
    );
  });

  it('leaves again with another courier, who reads who has the medicines; the customer is told by SMS anew', async () => {
    const order = await onItsWay();
    await bringBack(order, { reason: 'breakdown', medicinesAt: 'courier' });
    const heldBy = { _id: people.courier.row.id, name: people.courier.row.name };
    for (const who of [people.supervisor, people.pharmacy])
      expect((await readOrder(order._id, who)).broughtBack.heldBy).toMatchObject(heldBy);
    expect((await readOrder(order._id, people.customer)).broughtBack.heldBy).toBeNull();
    expect((await readOrder(order._id, people.pharmacy)).allowedActions).toEqual([]);
    for (const [path, body] of [
      ['ready', { ready: false }],
      ['shortage', { reason: 'pharmacy-closing' }],
    ] as const) {
      const answer = await server.call(people.pharmacy, 'POST', `/orders/${order._id}/${path}`, body);
      expect(answer).toMatchObject({ status: 409, body: { code: 'WITH_COURIER' } });
    }
    await give(order._id, people.otherCourier, 'deliveryPerson');
    expect((await readOrder(order._id, people.otherCourier)).broughtBack.heldBy).toMatchObject({
      ...heldBy,
      phone: people.courier.row.phone,
    });
    expect((await setState(people.otherCourier, order._id, 'delivering')).body.order.broughtBack).toBeNull();
    expect((await setState(people.otherCourier, order._id, 'delivered')).status).toBe(200);
    expect(await orderRow(order._id)).toMatchObject({
      state: 'delivered',
      heldById: null,
      broughtBackAt: null,
    });
    const { rows } = await server.pool.query(
      "select count(*)::int as n from sms_messages where kind = 'on-the-way'",
    );
    expect(rows[0].n).toBeGreaterThanOrEqual(2);
  });

  it('is prepared anew by another pharmacy; whoever has its medicines reads where to bring them', async () => {
    const order = await onItsWay();
    await bringBack(order, { reason: 'breakdown', medicinesAt: 'courier' });
    const other = await server.signIn('pharmacy', { isPartner: true });
    const replacing = { pharmacy: other.row.id, replaces: people.pharmacy.row.id };
    expect((await assign(people.supervisor, order._id, replacing)).status).toBe(200);
    expect((await readOrder(order._id, other)).allowedActions).toEqual(['mark-ready', 'report-shortage']);
    expect((await sentencesTo(people.courier, order.number))[0]).toBe(
      `Médicaments à rendre : ${order.number} est préparée ailleurs. Les médicaments que vous gardez sont à rendre à ${people.pharmacy.row.name}.`,
    );
    const { broughtBack, readyAt } = await readOrder(order._id, people.supervisor);
    expect([broughtBack.heldBy, readyAt]).toEqual([null, null]);
    const ready = await server.call(other, 'POST', `/orders/${order._id}/ready`, { ready: true });
    expect(ready.status).toBe(200);
  });

  it('is brought back once; its former courier’s late actions read why', async () => {
    const order = await onItsWay();
    expect([(await bringBack(order)).status, (await bringBack(order)).status]).toEqual([200, 200]);
    expect(await bringBack(order, AT_PHARMACY, people.admin)).toMatchObject(STATE_CHANGED);
    const actions = (await eventsOf(order._id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'bring-back')).toHaveLength(1);
    const message =
      'Un superviseur a repris cette commande (client absent) : elle n’est plus à livrer par vous. Si le client l’a reçue, appelez-nous.';
    const late = [
      await setState(people.courier, order._id, 'delivered'),
      await setState(people.courier, order._id, 'delivering'),
      await server.call(people.courier, 'POST', `/orders/${order._id}/problem`, {
        reason: 'customer-absent',
      }),
      await server.call(people.courier, 'GET', `/orders/${order._id}`),
    ];
    for (const answer of late)
      expect([answer.status, answer.body]).toEqual([409, { success: false, code: 'BROUGHT_BACK', message }]);
    expect((await setState(people.otherCourier, order._id, 'delivered')).status).toBe(404);
    expect((await orderRow(order._id)).state).toBe('pending');
  });

  it('is brought back or delivered, never both, when both happen at once', async () => {
    const order = await onItsWay();
    const [back, delivered] = await Promise.all([
      bringBack(order),
      setState(people.courier, order._id, 'delivered'),
    ]);
    expect([back.status, delivered.status].filter((status) => status === 200)).toHaveLength(1);
    const { state } = await orderRow(order._id);
    expect(state).toBe(back.status === 200 ? 'pending' : 'delivered');
  });

  it('is on its way: in any other state nothing changes', async () => {
    const order = await placePaidOrder(server, people.customer);
    expect(await bringBack(order)).toMatchObject(STATE_CHANGED);
    const brought = await onItsWay();
    await setState(people.courier, brought._id, 'delivered');
    expect(await bringBack(brought)).toMatchObject(STATE_CHANGED);
    expect((await orderRow(brought._id)).state).toBe('delivered');
  });

  it.each([
    [{ medicinesAt: 'pharmacy' }, { reason: 'Indiquez une raison' }],
    [{ reason: 'rain', medicinesAt: 'pharmacy' }, { reason: 'Indiquez une raison' }],
    [{ reason: 'breakdown' }, { medicinesAt: 'Indiquez où sont les médicaments' }],
    [{ reason: 'breakdown', medicinesAt: 'moon' }, { medicinesAt: 'Indiquez où sont les médicaments' }],
  ])('%o is refused: %o', async (body, fields) => {
    expect(await bringBack(await onItsWay(), body)).toMatchObject({ status: 422, body: { fields } });
  });

  it('is cancelled with its money from its way, and whoever has the medicines reads where to bring them', async () => {
    const order = await onItsWay();
    const { status, body } = await cancel(order);
    expect([status, body.order]).toMatchObject([
      200,
      {
        state: 'cancelled',
        cancelReason: 'unreachable',
        refund: { amount: order.totalAmount, state: 'asked' },
      },
    ]);
    expect((await readTimeline(order._id, people.customer)).at(-1)).toMatchObject({
      action: 'cancel-paid',
      from: 'delivering',
      to: 'cancelled',
    });
    expect(await paymentRow(order.transactionId)).toMatchObject({ status: 'refunded' });
    expect((await sentencesTo(people.courier, order.number))[0]).toBe(
      `Commande annulée : ${order.number} est annulée. Les médicaments sont à rendre à ${people.pharmacy.row.name}.`,
    );
    expect((await sentencesTo(people.pharmacy, order.number))[0]).toBe(
      `Commande annulée : ${order.number} est annulée. Le livreur doit vous rendre les médicaments.`,
    );
    expect(await sendRefunds(server.ctx)).toBe(1);
    expect(await balancesOf(order._id)).toMatchObject({
      courier: 0,
      // What the pharmacy handed over is taken off again.
      pharmacy: -3_750,
      corrected: 3_750,
      commission: 0,
      customer: 0,
      refund: 0,
    });
    expect(await setState(people.courier, order._id, 'delivered')).toMatchObject({
      status: 409,
      body: { code: 'STATE_CHANGED', message: 'Action impossible : la commande est déjà « Annulée »' },
    });
    // A courier who never had it is told nothing.
    expect((await setState(people.otherCourier, order._id, 'delivered')).status).toBe(404);
  });

  it('once brought back, is cancelled like any other paid order, and the courier who holds the medicines is told', async () => {
    const order = await onItsWay();
    await bringBack(order, { reason: 'breakdown', medicinesAt: 'courier' });
    expect((await cancel(order)).status).toBe(200);
    expect((await sentencesTo(people.courier, order.number))[0]).toBe(
      `Commande annulée : ${order.number} est annulée. Les médicaments sont à rendre à ${people.pharmacy.row.name}.`,
    );
    expect(await orderRow(order._id)).toMatchObject({
      state: 'cancelled',
      heldById: null,
      broughtBackReason: null,
    });
    await sendRefunds(server.ctx);
  });
});
