import { and, eq, isNull } from 'drizzle-orm';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { type OrderRow, orderItems, orders } from '../database/schema/orders.ts';
import { refunds } from '../database/schema/refunds.ts';
import type { UserRow } from '../database/schema/users.ts';
import type { World } from './world.ts';

/** An order that no other user of this type sees; supervisors and superAdmins see all orders, prescribers none. */
export function ownOrder({ server, people }: World, caller: UserRow): Promise<OrderRow> {
  const { db } = server;
  switch (caller.type) {
    case 'customer':
      return buildOrder(db, { customerId: caller.id });
    case 'pharmacy':
      return buildOrder(db, { pharmacyId: caller.id });
    case 'deliveryPerson':
      return buildOrder(db, { state: 'delivering', deliveryPersonId: caller.id });
    case 'agent':
      return buildOrder(db, { state: 'pre-treatment', items: [], agentId: caller.id });
    default:
      return buildOrder(db, { customerId: people.customer.owner.id });
  }
}

/** An order whose customer does not take a line of its prescription. */
export async function orderLeavingOut(
  { server: { db }, people }: World,
  fields: Parameters<typeof buildOrder>[1] = {},
): Promise<OrderRow> {
  const writer = people.agent.owner.id;
  const order = await buildOrder(db, { agentId: writer, itemsWrittenById: writer, ...fields });
  const { id: medicationId, label, price, form } = await buildMedication(db);
  const line = { medicationId, label, price, form, quantity: 1, position: 1, ...instructions };
  await db
    .update(orders)
    .set({ leftOut: [line] })
    .where(eq(orders.id, order.id));
  return order;
}

const instructions = { posology: '1 comprimé le matin', duration: '5 jours' };

/** Orders that this user sees; together they have every field that these can have for this user. */
export async function wholeOrders(world: World, caller: UserRow): Promise<string[]> {
  const { server, people } = world;
  const { db, clock } = server;
  const callerOr = (type: UserRow['type']) => (caller.type === type ? caller : people[type].owner).id;
  const at = clock.now();
  const photograph = async () => (await buildFile(db, { boundAt: at })).key;
  const [customerId, agentId, pharmacyId] = [callerOr('customer'), callerOr('agent'), callerOr('pharmacy')];
  const written = { customerId, agentId, itemsWrittenById: agentId };

  const pending = await orderLeavingOut(world, {
    ...written,
    pharmacyId,
    deliveryPersonId: callerOr('deliveryPerson'),
    prescriptionUrl: await photograph(),
    card: await buildInsuranceCard(db),
    items: [{ medication: await buildMedication(db, { reviewed: false }), quantity: 2 }],
  });
  await db.update(orderItems).set(instructions).where(eq(orderItems.orderId, pending.id));
  await db
    .update(orders)
    .set({
      problem: caller.type === 'pharmacy' ? 'pharmacy-closing' : 'customer-absent',
      problemNote: 'Portail fermé',
      problemAt: at,
      cancelAskedAt: at,
      cancelAskedReason: 'too-long',
      cancelDeclined: 'prepared',
      readyAt: at,
      wishedPharmacyId: pharmacyId,
    })
    .where(eq(orders.id, pending.id));
  if (caller.type === 'pharmacy' || caller.type === 'deliveryPerson') return [pending.id];

  const { id: cancelled } = await buildOrder(db, written);
  const supervisor = await server.session(people.supervisor.owner);
  const why = { reason: 'unreachable', note: 'Appelée trois fois' };
  await server.call(supervisor, 'POST', `/orders/${cancelled}/cancellation`, why);
  const settled = { settledById: people.supervisor.owner.id, settledNote: 'Espèces' };
  await db
    .update(refunds)
    .set({ state: 'done', doneAt: at, nextTryAt: null, ...settled })
    .where(eq(refunds.orderId, cancelled));

  const blurred = await buildOrder(db, {
    state: 'pre-treatment',
    items: [],
    customerId,
    agentId,
    prescriptionUrl: await photograph(),
    card: await buildInsuranceCard(db),
  });
  await db
    .update(orders)
    .set({ photoProblem: 'blurred', cardAwaited: true })
    .where(eq(orders.id, blurred.id));
  return [pending.id, cancelled, blurred.id];
}

/**
 * Orders related to an agent (rule 10): they see unassigned unread orders and, in any state, those whose items they wrote.
 * They do not see orders assigned to a colleague, nor paid orders whose items another user wrote. `untreated`: only orders
 * without items.
 */
export async function nearAgent({ server, people }: World, caller: UserRow, { untreated = false } = {}) {
  if (caller.type !== 'agent') return { seen: [], unseen: [] };
  const { db } = server;
  const colleague = people.agent.stranger.id;
  const supervisor = people.supervisor.owner.id;
  const waiting = { state: 'pre-treatment', items: [] } as const;
  const unassigned = await buildOrder(db, waiting);
  const taken = await buildOrder(db, { ...waiting, agentId: colleague });
  const paid = await buildOrder(db, { agentId: caller.id, itemsWrittenById: supervisor });
  const unread = await buildOrder(db, { customerId: people.customer.owner.id });
  const written = untreated ? [] : [await buildOrder(db, { itemsWrittenById: caller.id, state: 'ended' })];
  const ids = (rows: OrderRow[]) => rows.map(({ id }) => id);
  return { seen: ids([unassigned, ...written]), unseen: ids([taken, paid, unread]) };
}

/** What the list contains for this new user: `listed`, and `inAll`, the total in their scope. */
export async function ordersInScope(
  world: World,
  caller: UserRow,
): Promise<{ listed: string[]; inAll: number }> {
  const { db } = world.server;
  const { pharmacy, deliveryPerson, customer } = world.people;
  // Orders of other users, of every kind.
  for (const { stranger } of [customer, pharmacy, deliveryPerson, world.people.agent]) {
    await ownOrder(world, stranger);
  }
  const ids = (rows: OrderRow[]) => rows.map(({ id }) => id);
  if (caller.type === 'agent') {
    const assigned = await ownOrder(world, caller);
    const written = await buildOrder(db, { itemsWrittenById: caller.id });
    const near = await nearAgent(world, caller);
    const waiting = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.state, 'pre-treatment'), isNull(orders.agentId)));
    const listed = new Set([...near.seen, assigned.id, written.id, ...waiting.map(({ id }) => id)]);
    return { listed: [...listed], inAll: listed.size };
  }
  const own = {
    customer: { customerId: caller.id },
    pharmacy: { pharmacyId: caller.id },
    deliveryPerson: { deliveryPersonId: caller.id, pharmacyId: pharmacy.owner.id },
  }[caller.type as 'customer' | 'pharmacy' | 'deliveryPerson'];
  const waiting = await buildOrder(db, own);
  const underway = await buildOrder(db, { ...own, state: 'delivering' });
  const done = await buildOrder(db, { ...own, state: 'delivered' });
  // A courier's list contains only open orders.
  const listed = ids(caller.type === 'deliveryPerson' ? [waiting, underway] : [waiting, underway, done]);
  return { listed, inAll: 3 };
}
