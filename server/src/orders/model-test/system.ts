import { asc, eq, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { buildMedication, buildZone } from '../../builders/catalogue.ts';
import { buildOrder } from '../../builders/order.ts';
import type { MedicationRow } from '../../database/schema/medications.ts';
import { orderEvents, orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import type { ZoneRow } from '../../database/schema/places.ts';
import { refunds } from '../../database/schema/refunds.ts';
import type { TestApp, Visitor } from '../../testing/test-app.ts';
import { givenOf, type Model } from './model.ts';
import { type Name, userTypes } from './people.ts';

/** The users and the catalogue that all runs share. */
export interface Fixtures {
  readonly server: TestApp;
  readonly people: Readonly<Record<Name, Visitor>>;
  readonly zone: ZoneRow;
  readonly medication: MedicationRow;
  /** The second one of every prescription. */
  readonly other: MedicationRow;
}

export async function buildFixtures(server: TestApp): Promise<Fixtures> {
  const people: Partial<Record<Name, Visitor>> = {};
  for (const name of Object.keys(userTypes) as Name[]) {
    people[name] = await server.signIn(userTypes[name], {
      ...(name === 'strangePharmacy' && { isPartner: false }),
      ...(name === 'disabledCourier' && { active: false }),
    });
  }
  const medication = await buildMedication(server.db);
  const other = await buildMedication(server.db);
  const zone = await buildZone(server.db);
  return { server, people: people as Record<Name, Visitor>, zone, medication, other };
}

/** The server's order of a run. */
export interface Real extends Fixtures {
  readonly orderId: string;
  readonly transactions: string[];
}

/** A run starts with an unread order, one that is not paid, or one in a later state. */
export const startingPoints = ['unread', 'pre-treatment', 'pending', 'delivering', 'delivered'] as const;

export type StartingPoint = (typeof startingPoints)[number];

export async function startRun(
  fixtures: Fixtures,
  from: StartingPoint,
): Promise<{ model: Model; real: Real }> {
  const { server, people, zone, medication, other } = fixtures;
  const state = from === 'unread' ? 'pre-treatment' : from;
  const isPaid = state !== 'pre-treatment';
  const isAssigned = state === 'delivering' || state === 'delivered';
  const writer = from === 'pre-treatment' ? 'agent1' : null;
  const order = await buildOrder(server.db, {
    state,
    customerId: people.owner.row.id,
    zone,
    items: from === 'unread' ? [] : [medication, other].map((one) => ({ medication: one, quantity: 2 })),
    itemsWrittenById: writer && people[writer].row.id,
    pharmacyId: isAssigned ? people.pharmacy1.row.id : null,
    deliveryPersonId: isAssigned ? people.courier1.row.id : null,
  });
  const model: Model = {
    state,
    writer,
    assigned: {
      pharmacy: isAssigned ? 'pharmacy1' : null,
      deliveryPerson: isAssigned ? 'courier1' : null,
      agent: null,
    },
    payments: isPaid ? [{ status: 'paid', atProvider: 'paid', leftOut: false, refundBehaviour: null }] : [],
    movedBy: { delivering: ['courier1'], delivered: ['courier1'] },
    events: { unread: 1, 'pre-treatment': 2, pending: 1, delivering: 4, delivered: 5 }[from],
    hasItems: from !== 'unread',
    leftOut: false,
    reserved: false,
    cancelAsked: false,
    cancelDeclined: null,
    problem: null,
    ready: false,
    heldBy: null,
    broughtBack: false,
    lostBy: [],
    refund: null,
    gaveBack: false,
    prescribed: 2,
    rest: { first: 0, second: 0 },
  };
  return { model, real: { ...fixtures, orderId: order.id, transactions: isPaid ? ['built'] : [] } };
}

/** Compares the rows with the model. */
export async function expectSame(
  model: Model,
  { server, people, orderId, medication, other }: Real,
): Promise<void> {
  const [order] = await server.db.select().from(orders).where(eq(orders.id, orderId));
  const paid = await server.db
    .select({ status: payments.status })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.id));
  const events = await server.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
  const back = await server.db.select().from(refunds).where(eq(refunds.orderId, orderId));
  const refund = back.find(({ reason }) => reason === null) ?? null;
  if (order === undefined) throw new Error('the order does not exist');
  const { rows: given } = await server.pool.query(
    `select p.used_at is not null as used, coalesce(sum(boxes) filter (where medication_id = $2), 0)::int as first,
       coalesce(sum(boxes) filter (where medication_id = $3), 0)::int as second
     from prescriptions p left join given_of(p.id) on true where p.id = $1 group by p.id`,
    [order.prescriptionId, medication.id, other.id],
  );
  const boxes = givenOf(model);
  const used = boxes.first + boxes.second === 2 * model.prescribed;
  const labels = { first: medication.label, second: other.label, none: null };
  const idOf = (name: Name | null) => (name === null ? null : people[name].row.id);
  expect({
    state: order.state,
    hasItems: order.itemsCount > 0,
    leftOut: order.leftOut.length > 0,
    writer: order.itemsWrittenById,
    pharmacy: order.pharmacyId,
    deliveryPerson: order.deliveryPersonId,
    agent: order.agentId,
    payments: paid.map(({ status }) => status),
    events: events.length,
    cancelAsked: order.cancelAskedAt !== null,
    cancelDeclined: order.cancelDeclined,
    problem: order.problem,
    problemNote: order.problemNote,
    ready: order.readyAt !== null,
    heldBy: order.heldById,
    broughtBack: order.broughtBackAt !== null,
    refund: refund && { state: refund.state, settledBy: refund.settledById },
    givenBack: back.filter(({ reason }) => reason !== null).length,
    prescription: given,
  }).toEqual({
    state: model.state,
    hasItems: model.hasItems,
    leftOut: model.leftOut,
    writer: idOf(model.writer),
    pharmacy: idOf(model.assigned.pharmacy),
    deliveryPerson: idOf(model.assigned.deliveryPerson),
    agent: idOf(model.assigned.agent),
    payments: model.payments.map(({ status }) => status),
    events: model.events,
    cancelAsked: model.cancelAsked,
    cancelDeclined: model.cancelDeclined,
    problem: model.problem?.reason ?? null,
    problemNote: labels[model.problem?.medicine ?? 'none'],
    ready: model.ready,
    heldBy: idOf(model.heldBy),
    broughtBack: model.broughtBack,
    refund: model.refund && { state: model.refund.state, settledBy: idOf(model.refund.settledBy) },
    givenBack: Number(model.gaveBack),
    prescription: model.writer === null ? [] : [{ used, ...boxes }],
  });
}

/** Closes the open payments of a run, so that the job of the next run checks only its own. */
export async function endRun({ server }: Fixtures): Promise<void> {
  const left = { status: 'cancelled' as const, nextCheckAt: null };
  await server.db.update(payments).set(left).where(isNotNull(payments.nextCheckAt));
}
