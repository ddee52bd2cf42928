import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Seen, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Two supervisors assign concurrently, from ten tabs. One user gets the order; calls that name another user get 409
// with the name of the assigned one; both supervisors read the same result.

const CALLERS = 10;

let server: TestApp;
let call: Caller;
let supervisors: Visitor[];
const people: Record<'pharmacy' | 'deliveryPerson', Visitor[]> = { pharmacy: [], deliveryPerson: [] };
let parts: Parameters<typeof buildOrder>[1];

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  supervisors = [await server.signIn('supervisor'), await server.signIn('supervisor')];
  for (const type of ['pharmacy', 'deliveryPerson'] as const) {
    for (let n = 0; n < CALLERS; n += 1) people[type].push(await server.signIn(type));
  }
  const zone = await buildZone(server.db);
  const medication = await buildMedication(server.db);
  const customerId = (await server.signIn('customer')).row.id;
  parts = { zone, customerId, items: [{ medication, quantity: 1 }] };
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

type Role = keyof typeof people;
const idOf = (role: Role, n: number) => people[role][n]!.row.id;

/** Ten concurrent calls; `named` returns the user each of them assigns. */
async function race(
  round: number,
  role: Role,
  named: (n: number) => number,
  before: { assignee: string | null; replaces?: string },
) {
  const order = await buildOrder(server.db, {
    ...parts,
    pharmacyId: role === 'pharmacy' ? before.assignee : idOf('pharmacy', 0),
    deliveryPersonId: role === 'pharmacy' ? null : before.assignee,
  });
  const assign = (n: number) => {
    const body = { [role]: idOf(role, named(n)), ...(before.replaces && { replaces: before.replaces }) };
    return call(supervisors[n % 2]!, 'PATCH', `/orders/${order.id}/assign`, body);
  };
  const calls = shuffled(
    times(CALLERS, (n) => ({ n, run: () => assign(n) })),
    round,
  );
  const responses = await Promise.all(calls.map(async ({ n, run }) => ({ n, response: await run() })));
  const seen = await Promise.all(supervisors.map((visitor) => call(visitor, 'GET', `/orders/${order.id}`)));
  const [winner, other] = seen.map(({ body }) => body.order[role]);
  expect(other).toEqual(winner);
  for (const { n, response } of responses)
    expectResponse(response, idOf(role, named(n)) === winner._id, winner.name);
  const { rows } = await server.pool.query(
    `select (select count(*)::int from order_events where order_id = $1 and action ~ '^(assign|replace)-'
        and to_value = $2 and actor_id = any($3)) as lines,
      (select count(*)::int from notifications where message like '%' || $4 || ' vous est confiée.') as notices`,
    [order.id, winner._id, supervisors.map(({ row }) => row.id), order.number],
  );
  expect(rows).toEqual([{ lines: 1, notices: 1 }]);
}

function expectResponse(response: Seen, isWinner: boolean, name: string): void {
  const { status, body } = response;
  if (isWinner) expect(status).toBe(200);
  else expect([status, body.message]).toEqual([409, `Commande déjà assignée à ${name}`]);
}

it(
  'ten tabs that name nine users or two, with or without a previous assignee: one change',
  async () => {
    await inRounds(2, async (round) => {
      const role = round % 2 === 0 ? 'pharmacy' : 'deliveryPerson';
      const third = idOf(role, 9);
      const before = round % 8 < 4 ? { assignee: null } : { assignee: third, replaces: third };
      // With two users for ten tabs, all calls that named the winner return 200.
      const named = round % 4 < 2 ? (n: number) => n % 9 : (n: number) => n % 2;
      await race(round, role, named, before);
    });
  },
  RACE_MS,
);
