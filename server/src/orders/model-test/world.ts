import { asc, eq, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { buildMedication, buildZone } from '../../builders/catalogue.ts';
import { buildOrder } from '../../builders/order.ts';
import type { MedicationRow } from '../../database/schema/medications.ts';
import { orderEvents, orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import type { ZoneRow } from '../../database/schema/zones.ts';
import type { TestApp, Visitor } from '../../testing/test-app.ts';
import { cast, type Model, type Name } from './model.ts';

/** The people and the catalogue that all programs share. */
export interface Stage {
  readonly server: TestApp;
  readonly people: Readonly<Record<Name, Visitor>>;
  readonly zone: ZoneRow;
  readonly medication: MedicationRow;
}

export async function setStage(server: TestApp): Promise<Stage> {
  const people: Partial<Record<Name, Visitor>> = {};
  for (const name of Object.keys(cast) as Name[]) {
    people[name] = await server.signIn(cast[name], {
      ...(name === 'strangePharmacy' && { isPartner: false }),
      ...(name === 'disabledCourier' && { active: false }),
    });
  }
  const [zone, medication] = [await buildZone(server.db), await buildMedication(server.db)];
  return { server, people: people as Record<Name, Visitor>, zone, medication };
}

/** One order, as the server has it. */
export interface Real extends Stage {
  readonly orderId: string;
  readonly transactions: string[];
}

/** Where a program begins: an order that nobody has read, one that waits for its payment, or one further on. */
export const beginnings = ['unread', 'pre-treatment', 'pending', 'delivering', 'delivered'] as const;

export type Beginning = (typeof beginnings)[number];

export async function begin(stage: Stage, from: Beginning): Promise<{ model: Model; real: Real }> {
  const { server, people, zone, medication } = stage;
  const state = from === 'unread' ? 'pre-treatment' : from;
  const isPaid = state !== 'pre-treatment';
  const isGiven = state === 'delivering' || state === 'delivered';
  const writer = from === 'pre-treatment' ? 'agent1' : null;
  const order = await buildOrder(server.db, {
    state,
    customerId: people.owner.row.id,
    zone,
    items: from === 'unread' ? [] : [{ medication, quantity: 2 }],
    itemsWrittenById: writer && people[writer].row.id,
    pharmacyId: isGiven ? people.pharmacy1.row.id : null,
    deliveryPersonId: isGiven ? people.courier1.row.id : null,
  });
  const model: Model = {
    state,
    writer,
    holders: {
      pharmacy: isGiven ? 'pharmacy1' : null,
      deliveryPerson: isGiven ? 'courier1' : null,
      agent: null,
    },
    payments: isPaid ? [{ status: 'paid', books: 'paid' }] : [],
    movedBy: { delivering: 'courier1', delivered: 'courier1' },
    lines: { unread: 1, 'pre-treatment': 2, pending: 1, delivering: 4, delivered: 5 }[from],
    hasItems: from !== 'unread',
    reserved: false,
  };
  return { model, real: { ...stage, orderId: order.id, transactions: isPaid ? ['built'] : [] } };
}

/** The rows are what the model says, and nothing has happened besides. */
export async function expectSame(model: Model, { server, people, orderId }: Real): Promise<void> {
  const [order] = await server.db.select().from(orders).where(eq(orders.id, orderId));
  const paid = await server.db
    .select({ status: payments.status })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.id));
  const lines = await server.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
  if (order === undefined) throw new Error('the order is gone');
  const idOf = (name: Name | null) => (name === null ? null : people[name].row.id);
  expect({
    state: order.state,
    hasItems: order.itemsCount > 0,
    writer: order.itemsWrittenById,
    pharmacy: order.pharmacyId,
    deliveryPerson: order.deliveryPersonId,
    agent: order.agentId,
    payments: paid.map(({ status }) => status),
    lines: lines.length,
  }).toEqual({
    state: model.state,
    hasItems: model.hasItems,
    writer: idOf(model.writer),
    pharmacy: idOf(model.holders.pharmacy),
    deliveryPerson: idOf(model.holders.deliveryPerson),
    agent: idOf(model.holders.agent),
    payments: model.payments.map(({ status }) => status),
    lines: model.lines,
  });
}

/** What a program leaves open is nobody else's: the next program's job asks about its own payments only. */
export async function end({ server }: Stage): Promise<void> {
  const left = { status: 'cancelled' as const, nextCheckAt: null };
  await server.db.update(payments).set(left).where(isNotNull(payments.nextCheckAt));
}
