import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { fillWithOrders, people } from './many-orders.fixture.ts';

const CUSTOMERS = 250;
const idOf = (kind: string, n: string) => `('${kind}-0000-7000-8000-00000000000' || ${n})::uuid`;

/** Orders in every state and condition; many were paid within the same hour. */
const vary = `update orders set
    state = s, created_at = at, paid_at = case when s <> 'pre-treatment' then at end, ended_at = case when s = 'ended' then at end,
    agent_id = case when s = 'pre-treatment' and n % 3 > 0 then ${idOf('00000004', '1 + n % 2')} end,
    items_written_by_id = case when not is_unread then items_written_by_id end,
    pharmacy_id = case when is_taken then ${idOf('00000002', '1 + n % 2')} end,
    delivery_person_id = case when is_taken and (s <> 'pending' or n % 4 > 0) then ${idOf('00000003', '1 + n % 2')} end,
    prescription_url = case when s = 'pre-treatment' then 'photo-' || n end,
    photo_problem = case when is_unread and n % 5 = 0 then 'dark' end,
    items_count = case when is_unread then 0 else 1 end,
    medicines_fcfa = case when not is_unread then 1000 end, commission_fcfa = case when not is_unread then 100 end,
    reduction_fcfa = case when not is_unread then 0 end, total_fcfa = case when not is_unread then 1600 end,
    paid_fcfa = case when s = 'pre-treatment' then 0 else 1600 end,
    payment_id = case when s <> 'pre-treatment' then id end,
    transaction_id = case when s <> 'pre-treatment' then number end,
    ready_at = case when s = 'pending' and is_taken and n % 3 = 0 then at end,
    problem = case when has_problem then 'customer-absent' end, problem_at = case when has_problem then at end
  from (select id as order_id, substr(number, 5)::int - 1000000 as n, date_trunc('hour', created_at) as at from orders) o,
    lateral (select (array['pre-treatment', 'pending', 'delivering', 'delivered', 'ended'])[1 + n * 7919 % 13 % 5] as s) t,
    lateral (select s = 'pre-treatment' and n % 2 = 1 as is_unread, s <> 'pre-treatment' and (s <> 'pending' or n % 7 > 1) as is_taken) u,
    lateral (select (s = 'delivering' or s = 'pending' and is_taken) and n % 11 = 0 as has_problem) v
  where id = order_id`;

type Reader = 'supervisor' | 'superAdmin' | 'pharmacy' | 'deliveryPerson' | 'agent';

let server: TestApp;
let all: OrderRow[];
const visitors: Partial<Record<string, Visitor>> = {};

beforeAll(async () => {
  server = await startTestApp();
  await fillWithOrders(server.pool, CUSTOMERS, vary);
  all = await server.db.select().from(orders);
  const { rows } = await server.db.execute<Visitor['row']>(
    sql`select * from users where id = any(${sql.param(Object.values(people))}::uuid[])`,
  );
  for (const row of rows) visitors[row.type] = await server.session(row);
});
afterAll(() => server.close());

/** The orders of every page. */
async function list(reader: Reader, query: string): Promise<string[]> {
  const numbers: string[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body } = await server.call(
      visitors[reader]!,
      'GET',
      `/orders?${query}&limit=200&page=${page}`,
    );
    expect(status).toBe(200);
    numbers.push(...body.orders.map(({ number }: { number: string }) => number));
    if (body.orders.length < 200) return numbers;
  }
}

/** What the rule shows: those with a rank, the lowest first, then who waits longest. */
function ruled(rankOf: (order: OrderRow) => number | null, since: (order: OrderRow) => Date): string[] {
  return all
    .map((order) => ({ order, rank: rankOf(order), at: since(order).getTime() }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => Number(a.rank) - Number(b.rank) || a.at - b.at || (a.order.id < b.order.id ? -1 : 1))
    .map(({ order }) => order.number);
}

const waitsSince = ({ paidAt, createdAt }: OrderRow) => paidAt ?? createdAt;
const isUnread = ({ state, itemsCount, photoProblem }: OrderRow) =>
  state === 'pre-treatment' && itemsCount === 0 && photoProblem === null;

/** What cannot be delivered, then what is to be read or assigned, then what is to be ended. */
function supervisorRank(order: OrderRow): number | null {
  if (order.problem !== null) return 0;
  if (isUnread(order)) return 1;
  if (order.state === 'pending' && (order.pharmacyId === null || order.deliveryPersonId === null)) return 1;
  return order.state === 'delivered' ? 2 : null;
}

/** What is to be prepared, then what is ready. */
function pharmacyRank({ state, pharmacyId, readyAt }: OrderRow): number | null {
  if (pharmacyId !== people.pharmacy || state !== 'pending') return null;
  return readyAt === null ? 0 : 1;
}

/** What they carry, then what they fetch. */
function courierRank({ state, deliveryPersonId }: OrderRow): number | null {
  if (deliveryPersonId !== people.deliveryPerson) return null;
  return state === 'delivering' ? 0 : state === 'pending' ? 1 : null;
}

/** An agent's list: unread orders first; those that are unassigned, theirs, or have items that they wrote. */
function agentRank(order: OrderRow): number | null {
  const isTheirs = order.agentId === null || order.agentId === people.agent;
  const isWritten = order.itemsWrittenById === people.agent;
  if (order.state !== 'pre-treatment' || !(isTheirs || isWritten)) return null;
  return isUnread(order) ? 0 : 1;
}

test.each<[Reader, string, (order: OrderRow) => number | null, (order: OrderRow) => Date]>([
  ['supervisor', 'todo=true', supervisorRank, waitsSince],
  ['superAdmin', 'todo=true', supervisorRank, waitsSince],
  ['pharmacy', 'todo=true', pharmacyRank, waitsSince],
  ['deliveryPerson', 'todo=true', courierRank, waitsSince],
  ['agent', 'state=pre-treatment&sort=oldest', agentRank, ({ createdAt }) => createdAt],
])('of 5,000 orders, %s?%s has those of the rule, in its order, over all pages', async (...given) => {
  const [reader, query, rankOf, since] = given;
  const expected = ruled(rankOf, since);
  expect(all).toHaveLength(5_000);
  expect(expected.length).toBeGreaterThan(200);
  expect(await list(reader, query)).toEqual(expected);
});
