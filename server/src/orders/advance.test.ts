import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { entries, journals } from '../database/schema/payouts.ts';
import { messagesTo, noticesOf } from '../testing/notices.ts';
import type { Visitor } from '../testing/test-app.ts';
import { tellLate } from './advance.ts';
import {
  clearProblem,
  endOrder,
  setAssigned,
  setBroughtBack,
  setCancelAsked,
  setCancelDeclined,
  setCancelled,
  setCancelledPaid,
  setDelivered,
  setDeparted,
  setOpened,
  setPaid,
  setPhotograph,
  setPhotoProblem,
  setProblem,
  setReady,
  setShortage,
} from './change-queries.ts';
import {
  assign,
  eventsOf,
  orderRow,
  readOrder,
  readTimeline,
  server,
  setState,
  signInAll,
  startServer,
} from './orders.fixture.ts';

const types = {
  customer: 'customer',
  stranger: 'customer',
  pharmacy: 'pharmacy',
  otherPharmacy: 'pharmacy',
  courier: 'deliveryPerson',
  otherCourier: 'deliveryPerson',
  agent: 'agent',
  supervisor: 'supervisor',
  otherSupervisor: 'supervisor',
  admin: 'superAdmin',
} as const;
let people: Record<keyof typeof types, Visitor>;
let medication: MedicationRow;

startServer({}, async () => {
  people = await signInAll(types);
  medication = await buildMedication(server.db, { label: 'Paracétamol 500 mg' });
});

/** An order of these people in a state; in pre-treatment it has items and is not paid. */
const orderIn = (state: OrderState, change: Partial<OrderFields> = {}) =>
  buildOrder(server.db, {
    state,
    customerId: people.customer.row.id,
    items: [{ medication, quantity: 2 }],
    ...(state === 'pre-treatment' || state === 'cancelled'
      ? { itemsWrittenById: people.agent.row.id }
      : { pharmacyId: people.pharmacy.row.id, deliveryPersonId: people.courier.row.id }),
    supervisorId: people.otherSupervisor.row.id,
    ...change,
  });
const solve = ({ id }: OrderRow, query = '') =>
  server.call(people.supervisor, 'DELETE', `/orders/${id}/problem${query}`);
const STATE_CHANGED = { status: 409, body: { code: 'STATE_CHANGED' } };

/**
 * The answer to each user who requests each state (columns) for an order in each state (rows), by rule 8: 2 moves the order,
 * S repeats their own move, 3 another role's move, 9 not from this state, 0 outside their scope, P not paid.
 */
const supervising = {
  'pre-treatment': '933392',
  pending: '933399',
  delivering: '933399',
  delivered: '933329',
  ended: '933399',
  cancelled: '933399',
};
const moves = {
  //               to: pre-treatment, pending, delivering, delivered, ended, cancelled
  customer: {
    'pre-treatment': '9P3332',
    pending: '9S3339',
    delivering: '993339',
    delivered: '993339',
    ended: '993339',
    cancelled: '99333S',
  },
  courier: {
    'pre-treatment': '000000',
    pending: '932933',
    delivering: '93S233',
    delivered: '939S33',
    ended: '939933',
    cancelled: '000000',
  },
  supervisor: supervising,
  admin: supervising,
};
type Mover = keyof typeof moves;
const statusOf: Record<string, number> = { 2: 200, S: 200, 3: 403, 9: 409, 0: 404, P: 402 };

describe('moving an order to another state', () => {
  const cells = Object.entries(moves).flatMap(([who, rows]) =>
    orderStates.flatMap((from) =>
      orderStates.map((to, column) => ({ who: who as Mover, from, to, mark: rows[from][column]! })),
    ),
  );

  it.each(cells)('$who, from $from to $to: $mark', async ({ who, from, to, mark }) => {
    const order = await orderIn(from);
    const response = await setState(people[who], order.id, to);
    expect(response.status).toBe(statusOf[mark]);
    const after = await orderRow(order.id);
    if (mark === '2') {
      expect(response.body.order).toMatchObject({ _id: order.id, state: to });
      const cancelled = to === 'cancelled' && { cancelReason: 'customer' };
      const ended = to === 'ended' && { endedAt: server.clock.now() };
      const departed = to === 'delivering' && { handoverCode: expect.stringMatching(/^\d{4}$/) };
      expect(after).toEqual({ ...order, state: to, ...cancelled, ...ended, ...departed });
    } else {
      expect(after).toEqual(order);
    }
  });

  it.each<[Mover, OrderState, OrderState, string]>([
    ['courier', 'pending', 'delivered', 'À récupérer'],
    ['courier', 'delivered', 'delivering', 'Livrée'],
    ['courier', 'ended', 'delivered', 'Terminée'],
    ['supervisor', 'pre-treatment', 'ended', 'Pré-traitement'],
    ['supervisor', 'pending', 'ended', 'En attente'],
    ['admin', 'delivering', 'ended', 'En livraison'],
    ['customer', 'delivering', 'pending', 'En livraison'],
    ['customer', 'pending', 'cancelled', 'En attente'],
    ['supervisor', 'cancelled', 'cancelled', 'Annulée'],
  ])('tells the %s who moves it from %s to %s that it is « %s »', async (who, from, to, word) => {
    const { status, body } = await setState(people[who], (await orderIn(from)).id, to);
    const message = `Action impossible : la commande est déjà « ${word} »`;
    expect([status, body]).toEqual([409, { success: false, code: 'STATE_CHANGED', message }]);
  });

  it('returns 422 for an unknown or missing state', async () => {
    const order = await orderIn('delivered');
    for (const body of [{ status: 'lost' }, { status: null }, {}, [], { status: ['ended'] }]) {
      const response = await server.call(people.supervisor, 'PATCH', `/orders/${order.id}/status`, body);
      expect([response.status, response.body.message]).toEqual([422, 'État inconnu']);
    }
  });

  it.each<[Mover, OrderState, OrderState]>([
    ['courier', 'pending', 'delivering'],
    ['courier', 'delivering', 'delivered'],
    ['supervisor', 'delivered', 'ended'],
  ])('repeated by the same %s (%s to %s) changes and tells nothing more', async (who, from, to) => {
    const order = await orderIn(from);
    const first = await setState(people[who], order.id, to);
    server.clock.advance(60);
    for (const body of [{ status: to }, { state: to }]) {
      const again = await server.call(people[who], 'PATCH', `/orders/${order.id}/status`, body);
      expect(again).toMatchObject({ status: 200, body: first.body });
    }
    expect((await eventsOf(order.id)).filter((event) => event.to === to)).toHaveLength(1);
    const notices = await noticesOf(server, order.number, people);
    expect(notices.filter(([name]) => name === 'customer')).toHaveLength(1);
  });

  it('repeated by another supervisor returns 409', async () => {
    const { id } = await orderIn('delivered');
    expect((await setState(people.supervisor, id, 'ended')).status).toBe(200);
    for (const late of [people.otherSupervisor, people.admin])
      expect(await setState(late, id, 'ended')).toMatchObject(STATE_CHANGED);
  });

  it('returns the same 404 for another user’s order and for an unknown one', async () => {
    const { id } = await orderIn('pending');
    const missing = await setState(people.otherCourier, v7(), 'delivering');
    for (const visitor of [people.otherCourier, people.stranger]) {
      const { status, body } = await setState(visitor, id, 'delivering');
      expect([status, body]).toEqual([404, missing.body]);
    }
    const unassigned = await orderIn('pending', { deliveryPersonId: null });
    expect((await setState(people.courier, unassigned.id, 'delivering')).status).toBe(404);
  });

  it('writes timeline, notifications and ledger from pending to ended (rules 5, 12, 36)', async () => {
    const order = await orderIn('pending');
    await setState(people.courier, order.id, 'delivering');
    server.clock.advance(600);
    await setState(people.courier, order.id, 'delivered');
    server.clock.advance(600);
    const { body } = await setState(people.supervisor, order.id, 'ended');
    expect(body.order).toMatchObject({ state: 'ended', allowedActions: ['give-back'] });
    const by = ({ row }: Visitor, seconds: number) => ({
      actor: { name: row.name, type: row.type },
      at: new Date(server.clock.now().getTime() + seconds * 1000).toISOString(),
      reason: null,
    });
    expect((await readTimeline(order.id, people.customer)).slice(-3)).toEqual([
      { action: 'start-delivery', from: 'pending', to: 'delivering', ...by(people.courier, -1200) },
      { action: 'mark-delivered', from: 'delivering', to: 'delivered', ...by(people.courier, -600) },
      { action: 'end', from: 'delivered', to: 'ended', ...by(people.supervisor, 0) },
    ]);
    expect(await noticesOf(server, order.number, people)).toEqual([
      ['customer', 'En route'],
      ['customer', 'Commande livrée'],
      ['supervisor', 'Commande livrée'],
      ['otherSupervisor', 'Commande livrée'],
      ['customer', 'Commande terminée'],
    ]);
    const ending = await server.db
      .select({ account: entries.account, amount: entries.amount, beneficiaryId: entries.beneficiaryId })
      .from(entries)
      .innerJoin(journals, eq(journals.id, entries.journalId))
      .where(eq(journals.orderId, order.id))
      .orderBy(entries.id);
    // Without a prescription, the whole commission is the platform's.
    expect(ending.slice(-2)).toEqual([
      { account: 'platform', amount: -200, beneficiaryId: null },
      { account: 'commission', amount: 200, beneficiaryId: null },
    ]);
  });
});

describe('an order that its pharmacy marks as ready', () => {
  const mark = ({ id }: OrderRow, ready: boolean) =>
    server.call(people.pharmacy, 'POST', `/orders/${id}/ready`, { ready });

  it('shows so to its courier, who is told once, and to supervisors', async () => {
    const order = await orderIn('pending');
    const { status, body } = await mark(order, true);
    const ready = { readyAt: expect.any(String), allowedActions: ['mark-not-ready', 'report-shortage'] };
    expect([status, body.order]).toMatchObject([200, ready]);
    expect((await mark(order, true)).status).toBe(200);
    for (const by of [people.courier, people.supervisor])
      expect((await readOrder(order.id, by)).readyAt).toBe(body.order.readyAt);
    expect((await eventsOf(order.id)).filter(({ action }) => action === 'mark-ready')).toHaveLength(1);
    expect(await messagesTo(server, people.courier, order.number)).toEqual([
      `Commande prête : ${order.number} vous attend à ${people.pharmacy.row.name}.`,
    ]);
  });

  it('is ready once when it is marked three times at once', async () => {
    const order = await orderIn('pending');
    const answers = await Promise.all([mark(order, true), mark(order, true), mark(order, true)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await messagesTo(server, people.courier, order.number)).toHaveLength(1);
  });

  it('can be taken back until it is fetched', async () => {
    const order = await orderIn('pending');
    await mark(order, true);
    const notReady = { readyAt: null, allowedActions: ['mark-ready', 'report-shortage'] };
    expect((await mark(order, false)).body.order).toMatchObject(notReady);
    // The courier hears of it once, not when it is taken back.
    expect(await messagesTo(server, people.courier, order.number)).toHaveLength(1);
    await setState(people.courier, order.id, 'delivering');
    expect(await mark(order, true)).toMatchObject(STATE_CHANGED);
  });

  it('is not ready at another pharmacy', async () => {
    const order = await orderIn('pending', { deliveryPersonId: null });
    await mark(order, true);
    const replacing = { pharmacy: people.otherPharmacy.row.id, replaces: people.pharmacy.row.id };
    await assign(people.supervisor, order.id, replacing);
    expect((await readOrder(order.id, people.otherPharmacy)).readyAt).toBeNull();
  });
});

describe('a problem that a courier reports', () => {
  const ABSENT = { reason: 'customer-absent', note: 'Portail fermé, téléphone coupé' };
  const report = ({ id }: OrderRow, body: object = ABSENT) =>
    server.call(people.courier, 'POST', `/orders/${id}/problem`, body);

  it('reaches the supervisors once, is first in their list, and the customer without the note', async () => {
    const waiting = await buildOrder(server.db, { createdAt: new Date('2026-11-01T08:00:00Z') });
    const order = await orderIn('delivering');
    expect(await report(order)).toMatchObject({ status: 200, body: { order: { problem: ABSENT } } });
    expect((await report(order)).status).toBe(200);
    expect(await messagesTo(server, people.supervisor, order.number)).toEqual([
      `Livraison bloquée : ${order.number} : client absent. ${ABSENT.note}`,
    ]);
    const { orders } = (await server.call(people.supervisor, 'GET', '/orders?todo=true')).body;
    expect(orders.map(({ _id }: { _id: string }) => _id).slice(0, 2)).toEqual([order.id, waiting.id]);
    expect(orders[0].allowedActions).toContain('solve-problem');
    expect((await readOrder(order.id, people.customer)).problem).toMatchObject({
      reason: 'customer-absent',
      note: null,
    });
    expect(await messagesTo(server, people.customer, order.number)).toEqual([
      `Le livreur vous cherche : Le livreur ne vous a pas trouvé pour remettre votre commande ${order.number}. Gardez votre téléphone près de vous : nous nous en occupons.`,
    ]);
    const timeline = await readTimeline(order.id, people.customer);
    expect(timeline.at(-1)).toMatchObject({ action: 'report-problem', to: 'customer-absent' });
    expect(JSON.stringify(timeline)).not.toContain(ABSENT.note);
  });

  it('is ended by a supervisor, and the courier and the customer are told once', async () => {
    const order = await orderIn('delivering');
    await report(order);
    expect([(await solve(order)).status, (await solve(order)).status]).toEqual([204, 204]);
    expect((await orderRow(order.id)).problem).toBeNull();
    expect(await messagesTo(server, people.courier, order.number)).toEqual([
      `Livraison débloquée : ${order.number} peut de nouveau être livrée.`,
    ]);
    expect((await messagesTo(server, people.customer, order.number))[0]).toBe(
      `Votre commande avance : C’est réglé : votre commande ${order.number} suit son cours.`,
    );
  });

  it('is solved when the courier goes on', async () => {
    const order = await orderIn('delivering');
    await report(order);
    await setState(people.courier, order.id, 'delivered');
    expect(await orderRow(order.id)).toMatchObject({ state: 'delivered', problem: null, problemNote: null });
    expect(await report(order)).toMatchObject(STATE_CHANGED);
  });

  it('is refused to a courier who was replaced, and who is told by whom and why', async () => {
    const order = await orderIn('delivering');
    const replacing = { deliveryPerson: people.otherCourier.row.id, replaces: people.courier.row.id };
    await assign(people.supervisor, order.id, { ...replacing, reason: 'breakdown' });
    const message = `Cette commande est maintenant confiée à ${people.otherCourier.row.name} (panne ou accident).`;
    expect(await report(order)).toMatchObject({ status: 404, body: { code: 'REASSIGNED', message } });
    const read = await server.call(people.courier, 'GET', `/orders/${order.id}`);
    expect(read.body.message).toBe(message);
    expect(await messagesTo(server, people.courier, order.number)).toEqual([
      `Commande reprise : La commande ${order.number} est maintenant confiée à ${people.otherCourier.row.name} (panne ou accident).`,
    ]);
  });

  it.each([
    [{ reason: 'rain' }, { reason: 'Indiquez une raison' }],
    [{ reason: 'customer-absent', note: 'x'.repeat(301) }, { note: '300 caractères maximum' }],
  ])('%o is refused: %o', async (body, fields) => {
    expect(await report(await orderIn('delivering'), body)).toMatchObject({ status: 422, body: { fields } });
  });
});

describe('a shortage that a pharmacy reports', () => {
  const report = ({ id }: OrderRow, body: object, who = people.pharmacy) =>
    server.call(who, 'POST', `/orders/${id}/shortage`, body);
  const closing = { reason: 'pharmacy-closing' };
  const missing = (order: OrderRow, more: object = {}) =>
    report(order, { reason: 'medicine-out-of-stock', medicationId: medication.id, ...more });
  const replacePharmacy = ({ id }: OrderRow, more: object = {}) => {
    const replacing = { pharmacy: people.otherPharmacy.row.id, replaces: people.pharmacy.row.id };
    return assign(people.supervisor, id, { ...replacing, ...more });
  };

  it('reaches the supervisors once, who end it, and the customer without its medicine; not the courier', async () => {
    const order = await orderIn('pending');
    const { status, body } = await missing(order, { note: ' livré demain ' });
    const problem = {
      reason: 'medicine-out-of-stock',
      note: 'Paracétamol 500 mg · livré demain',
      at: server.clock.now().toISOString(),
    };
    const withLine = { ...problem, medicationId: medication.id };
    expect([status, body.order.problem]).toEqual([200, withLine]);
    const supervised = await readOrder(order.id, people.supervisor);
    expect(supervised.problem).toEqual(withLine);
    expect(supervised.allowedActions).toContain('solve-problem');
    expect((await readOrder(order.id, people.courier)).problem).toBeNull();
    expect((await readOrder(order.id, people.customer)).problem).toEqual({ ...problem, note: null });
    await missing(order, { note: 'livré demain' });
    expect(await messagesTo(server, people.supervisor, order.number)).toEqual([
      `Préparation bloquée : ${order.number} : médicament en rupture.`,
    ]);
    // Her phone shows no medicine.
    expect(await messagesTo(server, people.customer, order.number)).toEqual([
      `Préparation en attente : La pharmacie ne peut pas encore préparer votre commande ${order.number}. Notre équipe cherche une solution et vous prévient ; vous n’avez rien à faire.`,
    ]);
    expect((await solve(order)).status).toBe(204);
    expect((await readOrder(order.id, people.pharmacy)).problem).toBeNull();
    expect(await messagesTo(server, people.pharmacy, order.number)).toEqual([
      `Préparation débloquée : ${order.number} peut de nouveau être préparée.`,
    ]);
  });

  it('is not ready, nor can be, until it is solved', async () => {
    const mark = ({ id }: OrderRow) =>
      server.call(people.pharmacy, 'POST', `/orders/${id}/ready`, { ready: true });
    const order = await orderIn('pending');
    expect((await mark(order)).status).toBe(200);
    const { readyAt, allowedActions } = (await missing(order)).body.order;
    expect([readyAt, allowedActions]).toEqual([null, ['report-shortage']]);
    const message = 'Une difficulté est signalée sur cette commande : le superviseur doit d’abord la régler';
    expect(await mark(order)).toMatchObject({ status: 409, body: { code: 'SHORTAGE_OPEN', message } });
    expect((await orderRow(order.id)).readyAt).toBeNull();
    await solve(order);
    expect((await mark(order)).body.order.readyAt).not.toBeNull();
  });

  it('stands when the courier reports a problem too, which would let it be ready', async () => {
    const order = await orderIn('pending');
    const { problem } = (await missing(order)).body.order;
    const reported = () =>
      server.call(people.courier, 'POST', `/orders/${order.id}/problem`, { reason: 'medicine-missing' });
    expect(await reported()).toMatchObject({ status: 409, body: { code: 'SHORTAGE_OPEN' } });
    expect((await readOrder(order.id, people.courier)).allowedActions).toEqual(['start-delivery']);
    expect((await readOrder(order.id, people.supervisor)).problem).toMatchObject(problem);
    await solve(order);
    expect((await reported()).status).toBe(200);
  });

  it('is not solved by who has read another one', async () => {
    const order = await orderIn('pending');
    const { problem } = (await missing(order)).body.order;
    const before = new Date(Date.parse(problem.at) - 1000).toISOString();
    expect((await solve(order, `?reported=${before}`)).body.code).toBe('PROBLEM_CHANGED');
    expect((await readOrder(order.id, people.supervisor)).problem).not.toBeNull();
    for (const _ of [1, 2]) expect((await solve(order, `?reported=${problem.at}`)).status).toBe(204);
    expect((await readOrder(order.id, people.supervisor)).problem).toBeNull();
  });

  it('names a line of the order where there is one', async () => {
    const order = await orderIn('pending');
    const nameless = { status: 422, body: { fields: { medicationId: 'Indiquez le médicament' } } };
    for (const reason of ['medicine-out-of-stock', 'quantity-short', 'price-differs'])
      expect(await report(order, { reason })).toMatchObject(nameless);
    const { id: medicationId } = await buildMedication(server.db);
    expect((await report(order, { reason: 'quantity-short', medicationId })).body.fields).toEqual({
      medicationId: 'Ce médicament n’est pas dans cette commande',
    });
    expect((await report(order, closing)).body.order.problem.note).toBeNull();
    expect((await report(order, { reason: 'customer-absent' })).status).toBe(422);
  });

  it('is of the assigned pharmacy while the order is pending', async () => {
    const order = await orderIn('pending');
    expect((await report(order, closing, people.otherPharmacy)).status).toBe(404);
    await missing(order);
    const replaced = await replacePharmacy(order);
    expect([replaced.status, replaced.body.order.problem]).toEqual([200, null]);
    expect((await report(order, closing)).status).toBe(404);
    await report(order, closing, people.otherPharmacy);
    // The courier fetched it all the same.
    await setState(people.courier, order.id, 'delivering');
    expect((await readOrder(order.id, people.supervisor)).problem).toBeNull();
    expect(await report(order, closing, people.otherPharmacy)).toMatchObject(STATE_CHANGED);
  });

  it('does not replace a courier’s problem, which outlives the pharmacy', async () => {
    const order = await orderIn('pending');
    const absent = { reason: 'customer-absent' };
    await server.call(people.courier, 'POST', `/orders/${order.id}/problem`, absent);
    expect((await readOrder(order.id, people.pharmacy)).problem).toBeNull();
    expect((await replacePharmacy(order)).body.order.problem.reason).toBe('customer-absent');
  });

  it('is refused to a pharmacy that was replaced, which is told by whom; a stranger is told nothing', async () => {
    const order = await orderIn('pending');
    await replacePharmacy(order, { reason: 'medicine-missing' });
    const all = async (who: Visitor, id: string) => {
      const answers = await Promise.all([
        server.call(who, 'GET', `/orders/${id}`),
        server.call(who, 'GET', `/orders/${id}/timeline`),
        server.call(who, 'POST', `/orders/${id}/ready`, { ready: true }),
        server.call(who, 'POST', `/orders/${id}/shortage`, closing),
      ]);
      return answers.map(({ status, body }) => [status, body]);
    };
    const message = `Cette commande est maintenant confiée à ${people.otherPharmacy.row.name} (médicament manquant).`;
    expect(await all(people.pharmacy, order.id)).toEqual(
      Array(4).fill([404, { success: false, code: 'REASSIGNED', message }]),
    );
    const stranger = await server.signIn('pharmacy');
    expect(await all(stranger, order.id)).toEqual(await all(stranger, v7()));
  });
});

describe('an order that its pharmacy has not opened', () => {
  const listed = async () =>
    (await server.call(people.pharmacy, 'GET', '/orders?todo=true')).body.orders as {
      _id: string;
      isNew: boolean;
    }[];

  it('is new and comes first, until it opens it or says that it is ready', async () => {
    const old = await orderIn('pending', { paidAt: new Date('2026-11-01T08:00:00Z') });
    await readOrder(old.id, people.pharmacy);
    const fresh = await orderIn('pending', { paidAt: new Date('2026-11-02T08:00:00Z') });
    const ready = await orderIn('pending', { paidAt: new Date('2026-11-03T08:00:00Z') });
    const orderOf = async () =>
      (await listed())
        .filter(({ _id }) => [old.id, fresh.id, ready.id].includes(_id))
        .map(({ _id, isNew }) => [_id, isNew]);
    await server.call(people.pharmacy, 'POST', `/orders/${ready.id}/ready`, { ready: true });
    // The others who read it do not open it for its pharmacy.
    await readOrder(fresh.id, people.supervisor);
    await readOrder(fresh.id, people.courier);
    expect(await orderOf()).toEqual([
      [fresh.id, true],
      [old.id, false],
      [ready.id, false],
    ]);
    expect((await readOrder(fresh.id, people.pharmacy)).isNew).toBe(true);
    expect(await orderOf()).toEqual([
      [old.id, false],
      [fresh.id, false],
      [ready.id, false],
    ]);
    expect(await readOrder(fresh.id, people.supervisor)).not.toHaveProperty('isNew');
  });

  it('is new to the next pharmacy, and again once it was brought back', async () => {
    const order = await orderIn('pending');
    await readOrder(order.id, people.pharmacy);
    const replacing = { pharmacy: people.otherPharmacy.row.id, replaces: people.pharmacy.row.id };
    await assign(people.supervisor, order.id, replacing);
    expect((await readOrder(order.id, people.otherPharmacy)).isNew).toBe(true);
    await setState(people.courier, order.id, 'delivering');
    const back = { reason: 'breakdown', medicinesAt: 'pharmacy' };
    await server.call(people.supervisor, 'POST', `/orders/${order.id}/return`, back);
    expect((await readOrder(order.id, people.otherPharmacy)).isNew).toBe(true);
  });
});

/** Each condition of a conditional update has an order that fails it alone: it answers so, and nothing changes. */
describe('an action on an order that meets all conditions but one changes nothing', () => {
  const ready = (who: Visitor, { id }: OrderRow, isReady = true) =>
    server.call(who, 'POST', `/orders/${id}/ready`, { ready: isReady });
  const shortage = (who: Visitor, { id }: OrderRow) =>
    server.call(who, 'POST', `/orders/${id}/shortage`, { reason: 'pharmacy-closing' });
  const problem = (who: Visitor, { id }: OrderRow) =>
    server.call(who, 'POST', `/orders/${id}/problem`, { reason: 'customer-absent' });
  const askCancel = (who: Visitor, { id }: OrderRow) =>
    server.call(who, 'POST', `/orders/${id}/cancel-request`, { reason: 'too-long' });
  const replacePhoto = (who: Visitor, { id }: OrderRow) =>
    server.call(who, 'PUT', `/orders/${id}/photo`, { url: 'x' });
  const leaveOut = (who: Visitor, { id }: OrderRow) =>
    server.call(who, 'PUT', `/orders/${id}/left-out`, { medications: [] });

  it.each<[string, (order: OrderRow) => ReturnType<typeof solve>, OrderState, number]>([
    ['ready, another pharmacy', (order) => ready(people.otherPharmacy, order), 'pending', 404],
    ['not ready, another pharmacy', (order) => ready(people.otherPharmacy, order, false), 'pending', 404],
    ['ready, another state', (order) => ready(people.pharmacy, order), 'delivering', 409],
    ['ready, delivered', (order) => ready(people.pharmacy, order), 'delivered', 409],
    ['shortage, another pharmacy', (order) => shortage(people.otherPharmacy, order), 'pending', 404],
    ['shortage, another state', (order) => shortage(people.pharmacy, order), 'delivering', 409],
    ['problem, another courier', (order) => problem(people.otherCourier, order), 'delivering', 404],
    ['problem, another state', (order) => problem(people.courier, order), 'delivered', 409],
    [
      'departure, another courier',
      (order) => setState(people.otherCourier, order.id, 'delivering'),
      'pending',
      404,
    ],
    [
      'delivery, another courier',
      (order) => setState(people.otherCourier, order.id, 'delivered'),
      'delivering',
      404,
    ],
    ['cancellation asked, another customer', (order) => askCancel(people.stranger, order), 'pending', 404],
    ['cancellation asked, another state', (order) => askCancel(people.customer, order), 'delivering', 409],
    ['photograph, another customer', (order) => replacePhoto(people.stranger, order), 'pre-treatment', 404],
    ['photograph, none asked', (order) => replacePhoto(people.customer, order), 'pre-treatment', 422],
    ['left out, another customer', (order) => leaveOut(people.stranger, order), 'pre-treatment', 404],
    ['left out, another state', (order) => leaveOut(people.customer, order), 'pending', 409],
    [
      'cancelled, another customer',
      (order) => setState(people.stranger, order.id, 'cancelled'),
      'pre-treatment',
      404,
    ],
  ])('%s', async (_name, act, state, status) => {
    const order = await orderIn(state);
    expect((await act(order)).status).toBe(status);
    expect(await orderRow(order.id)).toEqual(order);
  });

  // Behind the doors: another person may have been assigned between the reading and the update.
  it.each<[string, (id: string) => Promise<boolean>, OrderState]>([
    [
      'setReady, another pharmacy',
      (id) => setReady(server.db, id, people.otherPharmacy.row.id, new Date(0)),
      'pending',
    ],
    [
      'setReady, another state',
      (id) => setReady(server.db, id, people.pharmacy.row.id, new Date(0)),
      'delivering',
    ],
    ['setReady, not ready before', (id) => setReady(server.db, id, people.pharmacy.row.id, null), 'pending'],
    [
      'setOpened, another pharmacy',
      async (id) => {
        await setOpened(server.db, id, people.otherPharmacy.row.id, new Date(0));
        return false;
      },
      'pending',
    ],
    [
      'setShortage, another pharmacy',
      (id) =>
        setShortage(server.db, id, people.otherPharmacy.row.id, {
          reason: 'pharmacy-closing',
          note: null,
          medicationId: null,
          at: new Date(0),
        }),
      'pending',
    ],
    [
      'setShortage, another state',
      (id) =>
        setShortage(server.db, id, people.pharmacy.row.id, {
          reason: 'pharmacy-closing',
          note: null,
          medicationId: null,
          at: new Date(0),
        }),
      'delivering',
    ],
    [
      'setProblem, another courier',
      (id) =>
        setProblem(server.db, id, people.otherCourier.row.id, {
          reason: 'customer-absent',
          note: null,
          at: new Date(0),
        }),
      'delivering',
    ],
    [
      'setProblem, another state',
      (id) =>
        setProblem(server.db, id, people.courier.row.id, {
          reason: 'customer-absent',
          note: null,
          at: new Date(0),
        }),
      'delivered',
    ],
    [
      'setDeparted, another courier',
      (id) => setDeparted(server.db, id, people.otherCourier.row.id, '0412'),
      'pending',
    ],
    [
      'setDelivered, another state',
      (id) => setDelivered(server.db, id, people.courier.row.id, null),
      'pending',
    ],
    ['endOrder, another state', (id) => endOrder(server.db, id, new Date(0)), 'delivering'],
    ['clearProblem, none', (id) => clearProblem(server.db, id), 'pending'],
    [
      'setCancelAsked, another state',
      (id) => setCancelAsked(server.db, id, { reason: 'too-long', at: new Date(0) }),
      'delivering',
    ],
    ['setCancelDeclined, not asked', (id) => setCancelDeclined(server.db, id, 'agreed'), 'pending'],
    [
      'setBroughtBack, another state',
      (id) => setBroughtBack(server.db, id, { reason: 'breakdown', heldById: null, at: new Date(0) }),
      'pending',
    ],
    [
      'setCancelledPaid, not asked',
      (id) => setCancelledPaid(server.db, id, 'pending', { by: 'asked', reason: 'customer', note: null }),
      'pending',
    ],
    [
      'setCancelledPaid, another state',
      (id) => setCancelledPaid(server.db, id, 'pending', { by: 'unasked', reason: 'customer', note: null }),
      'delivering',
    ],
    [
      'setCancelled, with another prescription',
      (id) => setCancelled(server.db, id, { reason: 'customer', prescriptionId: null }),
      'pre-treatment',
    ],
    ['setPhotograph, none asked', (id) => setPhotograph(server.db, id, 'x'), 'pre-treatment'],
    ['setPhotoProblem, already read', (id) => setPhotoProblem(server.db, id, 'dark', null), 'pre-treatment'],
    [
      'setPaid, another amount',
      (id) =>
        setPaid(server.db, id, {
          amount: 0,
          paymentId: v7(),
          transactionId: 'TX-0',
          at: new Date(0),
          usualMinutes: null,
        }),
      'pre-treatment',
    ],
    [
      'setAssigned, replaced meanwhile',
      (id) =>
        setAssigned(server.db, id, 'pending', 'deliveryPerson', {
          previous: people.otherCourier.row.id,
          target: people.otherCourier.row.id,
        }),
      'pending',
    ],
    [
      'setAssigned, assigned meanwhile',
      (id) =>
        setAssigned(server.db, id, 'pending', 'pharmacy', {
          previous: null,
          target: people.otherPharmacy.row.id,
        }),
      'pending',
    ],
  ])('%s', async (_name, change, state) => {
    const order = await orderIn(state);
    expect(await change(order.id)).toBe(false);
    expect(await orderRow(order.id)).toEqual(order);
  });
});

describe('an order that is late', () => {
  it('is told to its customer once, with what comes next; not what is late since yesterday, nor what is delivered', async () => {
    const minutes = (count: number) => new Date(server.clock.now().getTime() - count * 60_000);
    const { promiseMinutes } = server.ctx.settings;
    const [waiting, onItsWay, inTime, forgotten, delivered] = await Promise.all([
      orderIn('pending', { paidAt: minutes(promiseMinutes + 1) }),
      orderIn('delivering', { paidAt: minutes(promiseMinutes + 1) }),
      orderIn('pending', { paidAt: minutes(promiseMinutes - 1) }),
      orderIn('pending', { paidAt: minutes(promiseMinutes + 25 * 60) }),
      orderIn('delivered', { paidAt: minutes(promiseMinutes + 1) }),
    ]);
    await Promise.all([tellLate(server.ctx), tellLate(server.ctx)]);
    await tellLate(server.ctx);
    const told = ({ number }: OrderRow) => messagesTo(server, people.customer, number);
    expect(await told(waiting)).toEqual([
      `Commande en retard : Votre commande ${waiting.number} a du retard. Nous la suivons de près ; vous pouvez l’attendre, ou demander son annulation.`,
    ]);
    expect(await told(onItsWay)).toEqual([
      `Commande en retard : Votre commande ${onItsWay.number} est en route, avec du retard. Gardez votre téléphone près de vous.`,
    ]);
    for (const order of [inTime, forgotten, delivered]) expect(await told(order)).toEqual([]);
  });
});
