import { and, eq, isNull } from 'drizzle-orm';
import { buildOrder } from '../../builders/order.ts';
import { type OrderRow, orders } from '../../database/schema/orders.ts';
import type { UserRow } from '../../database/schema/users.ts';
import type { World } from '../world.ts';

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

/**
 * Orders related to an agent (RULES 10): they see unassigned unread orders and, in any state, those whose items they wrote.
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
