import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// The same button is pressed on many phones. One change, one timeline event, one notice. The user who made
// the change always gets 200, other users a 409 with the state.

let server: TestApp;
let call: Caller;
let supervisors: Visitor[];
let courier: Visitor;
let parts: Parameters<typeof buildOrder>[1];

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  supervisors = [await server.signIn('supervisor'), await server.signIn('supervisor')];
  courier = await server.signIn('deliveryPerson');
  const zone = await buildZone(server.db);
  const medication = await buildMedication(server.db);
  parts = {
    zone,
    items: [{ medication, quantity: 3 }],
    customerId: (await server.signIn('customer')).row.id,
    pharmacyId: (await server.signIn('pharmacy')).row.id,
    deliveryPersonId: courier.row.id,
  };
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

/** Concurrent calls by these users in rotation; returns their responses. */
async function race(id: string, round: number, calls: number, to: OrderState, callers: readonly Visitor[]) {
  const turns = times(calls, (n) => n % callers.length);
  const responses = await Promise.all(
    shuffled(turns, round).map(async (who) => {
      const { status, body } = await call(callers[who]!, 'PATCH', `/orders/${id}/status`, { status: to });
      return { who, status, message: body.message as string, state: body.order?.state as string };
    }),
  );
  const { rows } = await server.pool.query(
    `select (select state from orders where id = $1) as state,
      (select count(*)::int from order_events where order_id = $1 and to_value = $2) as lines,
      (select 1 + jsonb_array_length(earlier) from notifications where user_id = $3 and order_id = $1) as notices,
      (select count(*)::int from journals where order_id = $1) as journals`,
    [id, to, parts?.customerId],
  );
  // The customer gets one notice per move.
  const notices = ['delivering', 'delivered', 'ended'].indexOf(to) + 1;
  expect(rows).toEqual([{ state: to, lines: 1, notices, journals: to === 'ended' ? 2 : 1 }]);
  return responses;
}

it(
  '« Commencer la livraison », « Marquer comme livrée », « Terminer »',
  async () => {
    await inRounds(3, async (round) => {
      const { id } = await buildOrder(server.db, parts);
      for (const [to, calls] of [
        ['delivering', 4],
        ['delivered', 2],
      ] as const) {
        const responses = await race(id, round, calls, to, [courier]);
        expect(new Set(responses.map(({ status, state }) => `${status} ${state}`))).toEqual(
          new Set([`200 ${to}`]),
        );
      }
      const responses = await race(id, round, 4, 'ended', supervisors);
      const won = new Set(responses.filter(({ status }) => status === 200).map(({ who }) => who));
      expect(won.size).toBe(1);
      for (const { who, status, message } of responses) {
        if (won.has(who)) expect(status).toBe(200);
        else
          expect([status, message]).toEqual([409, 'Action impossible : la commande est déjà « Terminée »']);
      }
    });
  },
  RACE_MS,
);

it('« Commencer la livraison » from twenty phones', async () => {
  const { id } = await buildOrder(server.db, parts);
  const responses = await race(id, 0, 20, 'delivering', [courier]);
  expect(responses.every(({ status }) => status === 200)).toBe(true);
});
