import { expect } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { lapseSubstitutions } from '../orders/substitute.ts';
import { fillBasket, placePaidOrder } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { call, race, rowsOf, server, startServer } from './race.ts';

// Rule 53: of several who decide about another medicine, one does, and the money follows that one.

let customer: Visitor;
let supervisor: Visitor;
let pharmacy: Visitor;
let agent: Visitor;
let colleague: Visitor;

startServer({}, async () => {
  customer = await server.signIn('customer');
  supervisor = await server.signIn('supervisor');
  pharmacy = await server.signIn('pharmacy', { isPartner: true });
  agent = await server.signIn('agent');
  colleague = await server.signIn('agent');
});

let maker = 0;

/** Three boxes at 1 250 F, for which a medicine at 1 000 F is proposed: 825 F go back when it is given. */
async function proposed(state: 'asking' | 'checking' = 'asking') {
  const basket = await fillBasket(server);
  maker += 1;
  const label = `AMOXICILLINE ${maker} 500 mg`;
  await server.pool.query(
    "update medications set label = $2, search_text = $2, form = 'capsule', substances = 'Amoxicilline', dosage = '500 mg' where id = $1",
    [basket.medication.id, label],
  );
  const substances = state === 'asking' ? 'Amoxicilline' : 'Ampicilline';
  const content = { form: 'capsule', substances, dosage: '500 mg' } as const;
  const other = await buildMedication(server.db, {
    label: `CLAMOXYL ${maker} 500 mg`,
    price: 1_000,
    ...content,
  });
  const { _id } = await placePaidOrder(server, customer, basket);
  await server.call(supervisor, 'PATCH', `/orders/${_id}/assign`, { pharmacy: pharmacy.row.id });
  const { body } = await server.call(pharmacy, 'POST', `/orders/${_id}/substitution`, {
    medicationId: basket.medication.id,
    reason: 'medicine-out-of-stock',
    proposedId: other.id,
  });
  expect(body.order.substitution.state).toBe(state);
  return { _id, ordered: basket.medication.id, other: other.id, substitutionId: body.order.substitution._id };
}
type Proposed = Awaited<ReturnType<typeof proposed>>;

const decide = (by: Visitor, { _id, substitutionId }: Proposed, agree: boolean) =>
  call(by, 'POST', `/orders/${_id}/substitution/decision`, { substitutionId, agree });
const stateOf = async ({ substitutionId }: Proposed): Promise<string> =>
  (await rowsOf('select state from substitutions where id = $1', [substitutionId]))[0].state;
const amountsOf = async ({ _id }: Proposed): Promise<number[]> =>
  (
    await rowsOf('select amount_fcfa as amount from refunds where order_id = $1 order by amount_fcfa', [_id])
  ).map(({ amount }) => amount);
const given = async ({ _id }: Proposed): Promise<string> =>
  (await rowsOf('select medication_id as id from order_items where order_id = $1', [_id]))[0].id;

race('the customer agrees twice while a supervisor declines for her: one answer, and the difference once', {
  eitherFirst: true,
  given: () => proposed(),
  callers: (known) => [
    () => decide(customer, known, true),
    () => decide(supervisor, known, false),
    () => decide(customer, known, true),
  ],
  invariant: async (results, known) => {
    const isAgreed = (await stateOf(known)) === 'agreed';
    const statuses = results.map(({ status }) => status);
    expect(statuses).toEqual(isAgreed ? [200, 409, 200] : [409, 200, 409]);
    expect(await amountsOf(known)).toEqual(isAgreed ? [825] : []);
    expect(await given(known)).toBe(isAgreed ? known.other : known.ordered);
  },
});

race('the customer agrees while the line is given back: what was paid goes back once', {
  eitherFirst: true,
  given: () => proposed(),
  callers: (known) => [
    () => decide(customer, known, true),
    () =>
      call(supervisor, 'POST', `/orders/${known._id}/give-back`, {
        lines: [{ medicationId: known.ordered, givenBack: 2 }],
        reason: 'unavailable',
      }),
  ],
  invariant: async ([agreed, back], known) => {
    // The line has another medicine once she has agreed.
    expect([agreed?.status, back?.status]).toEqual(agreed?.status === 200 ? [200, 422] : [409, 200]);
    expect(await amountsOf(known)).toEqual(agreed?.status === 200 ? [825] : [2_750]);
  },
});

race('the customer agrees while the order is cancelled: all that was paid goes back', {
  eitherFirst: true,
  given: () => proposed(),
  callers: (known) => [
    () => decide(customer, known, true),
    () => call(supervisor, 'POST', `/orders/${known._id}/cancellation`, { reason: 'unavailable' }),
  ],
  invariant: async ([agreed, cancelled], known) => {
    expect(cancelled?.status).toBe(200);
    expect([200, 409]).toContain(agreed?.status);
    expect((await amountsOf(known)).reduce((sum, amount) => sum + amount, 0)).toBe(4_825);
  },
});

race('the customer agrees while the problem is solved: the medicine is given if she was first', {
  eitherFirst: true,
  given: () => proposed(),
  callers: (known) => [
    () => decide(customer, known, true),
    () => call(supervisor, 'DELETE', `/orders/${known._id}/problem`),
  ],
  invariant: async ([agreed, solved], known) => {
    expect(solved?.status).toBe(204);
    const isAgreed = agreed?.status === 200;
    expect([await stateOf(known), await given(known)]).toEqual(
      isAgreed ? ['agreed', known.other] : ['ended', known.ordered],
    );
  },
});

race('the pharmacist answers when the time ends: one of the two counts', {
  eitherFirst: true,
  given: async () => {
    const known = await proposed('checking');
    await server.pool.query("update substitutions set until = '2000-01-01' where id = $1", [
      known.substitutionId,
    ]);
    return known;
  },
  callers: (known) => [
    () => call(agent, 'POST', `/substitutions/${known.substitutionId}/answer`, { answer: 'accept' }),
    async () => {
      await lapseSubstitutions(server.ctx);
      return call(customer, 'GET', `/orders/${known._id}`);
    },
  ],
  invariant: async ([answered], known) => {
    expect([answered?.status, await stateOf(known)]).toEqual(
      answered?.status === 200 ? [200, 'asking'] : [409, 'lapsed'],
    );
  },
});

race('two pharmacists answer otherwise: one of them decides', {
  eitherFirst: true,
  given: () => proposed('checking'),
  callers: ({ substitutionId }) => [
    () => call(agent, 'POST', `/substitutions/${substitutionId}/answer`, { answer: 'accept' }),
    () => call(colleague, 'POST', `/substitutions/${substitutionId}/answer`, { answer: 'none' }),
  ],
  invariant: async ([accepted, refused], known) => {
    expect([accepted?.status, refused?.status].sort()).toEqual([200, 409]);
    expect(await stateOf(known)).toBe(accepted?.status === 200 ? 'asking' : 'refused');
  },
});

race('the customer agrees while the medicine is recalled: it is not proposed any more, or the order waits', {
  eitherFirst: true,
  given: () => proposed(),
  callers: (known) => [
    () => decide(customer, known, true),
    () =>
      call(supervisor, 'POST', '/recalls', {
        ...{ medicationId: known.other, lots: [], advice: 'call-us', note: null, source: 'ABMed' },
        day: '2026-11-20',
      }),
  ],
  invariant: async ([agreed, recalled], known) => {
    expect(recalled?.status).toBe(201);
    const [{ problem }] = await rowsOf('select problem from orders where id = $1', [known._id]);
    expect([agreed?.status, await stateOf(known), problem]).toEqual(
      agreed?.status === 200 ? [200, 'agreed', 'recalled'] : [409, 'ended', 'medicine-out-of-stock'],
    );
  },
});
