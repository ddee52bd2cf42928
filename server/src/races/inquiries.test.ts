import { expect } from 'vitest';
import { buildInquiry } from '../builders/inquiry.ts';
import { followInquiries } from '../orders/inquire.ts';
import { fillBasket, providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { call, codesOf, race, rowsOf, server, startServer } from './race.ts';

// Rule 64: of several pharmacies one keeps the order, and what is paid is what it keeps.

let pharmacy: Visitor;
let other: Visitor;

startServer({ settings: { askPharmacies: 'always' } }, async () => {
  pharmacy = await server.signIn('pharmacy', { isPartner: true, name: 'Pharmacie A' });
  other = await server.signIn('pharmacy', { isPartner: true, name: 'Pharmacie B' });
});

/** Three boxes at 1 250 F in a zone at 700 F: 4 825 F. Both pharmacies are asked. */
async function asked() {
  const { order, medication } = await fillBasket(server);
  // Each customer asks twenty times a day.
  const customer = await server.signIn('customer');
  await server.pool.query('update sessions set last_seen_at = $1', [server.clock.now()]);
  const { status, body } = await server.call(customer, 'POST', '/orders', order);
  if (status !== 201) throw new Error(JSON.stringify(body));
  const id: string = body.order._id;
  await server.pool.query('delete from inquiries where order_id = $1', [id]);
  const at = server.clock.now();
  const ask = ({ row }: Visitor) => buildInquiry(server.db, { pharmacyId: row.id, orderId: id, askedAt: at });
  const [mine, theirs] = [await ask(pharmacy), await ask(other)];
  return { customer, id, medicationId: medication.id, mine: mine.id, theirs: theirs.id };
}
type Asked = Awaited<ReturnType<typeof asked>>;

const answer = (
  by: Visitor,
  inquiryId: string,
  { medicationId }: Asked,
  line: object = { answer: 'there' },
) => call(by, 'PUT', `/inquiries/${inquiryId}`, { lines: [{ medicationId, ...line }], done: true });
const answered = async (line?: object): Promise<Asked> => {
  const known = await asked();
  const { status, body } = await answer(pharmacy, known.mine, known, line);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return known;
};
const dearer = { answer: 'other', price: 1_500 };
const open = ({ customer, id }: Asked) => call(customer, 'POST', '/payments', { orderId: id });
const take = ({ customer, id, mine }: Asked) =>
  call(customer, 'POST', `/orders/${id}/offer`, { inquiryId: mine });
const decline = ({ customer, id, mine }: Asked) =>
  call(customer, 'POST', `/orders/${id}/inquiry`, { declined: mine });
const statesOf = async ({ mine, theirs }: Asked): Promise<string[]> =>
  Promise.all(
    [mine, theirs].map(
      async (id) => (await rowsOf('select state from inquiries where id = $1', [id]))[0].state,
    ),
  );
const orderOf = async ({ id }: Asked) =>
  (
    await rowsOf(
      'select state, pharmacy_id as pharmacy, total_fcfa as total, paid_fcfa as paid from orders where id = $1',
      [id],
    )
  )[0];
/** Lets an answer or an inquiry be due. */
const due = (column: 'held_until' | 'next_at', { mine }: Asked) =>
  server.pool.query(`update inquiries set ${column} = '2000-01-01' where id = $1`, [mine]);
const follow = async (known: Asked) => {
  await followInquiries(server.ctx);
  return call(known.customer, 'GET', `/orders/${known.id}`);
};

race('two pharmacies answer: the first keeps it, the other reads that it is found', {
  eitherFirst: true,
  given: asked,
  callers: (known) => [
    () => answer(pharmacy, known.mine, known),
    () => answer(other, known.theirs, known),
    () => answer(pharmacy, known.mine, known),
  ],
  invariant: async ([one, two, again], known) => {
    const isMine = one?.status === 200;
    expect(codesOf(isMine ? [one] : two ? [two] : [])).toEqual([200]);
    expect([again?.status, two?.body.code]).toEqual(isMine ? [200, 'INQUIRY_FOUND'] : [409, undefined]);
    expect(await statesOf(known)).toEqual(isMine ? ['answered', 'found'] : ['found', 'answered']);
  },
});

race('a pharmacy answers while the order is cancelled: nothing is kept', {
  eitherFirst: true,
  given: asked,
  callers: (known) => [
    () => answer(pharmacy, known.mine, known),
    () => call(known.customer, 'PATCH', `/orders/${known.id}/status`, { status: 'cancelled' }),
  ],
  invariant: async ([one, cancelled], known) => {
    expect(cancelled?.status).toBe(200);
    expect([200, 409]).toContain(one?.status);
    expect(await statesOf(known)).toEqual(['ended', one?.status === 200 ? 'found' : 'ended']);
    expect((await orderOf(known)).state).toBe('cancelled');
  },
});

race('a pharmacy answers when its time ends: the answer counts, and one of the two keeps it', {
  eitherFirst: true,
  given: async () => {
    const known = await asked();
    await due('next_at', known);
    return known;
  },
  callers: (known) => [() => answer(pharmacy, known.mine, known), () => follow(known)],
  invariant: async ([one], known) => {
    expect(one?.status).toBe(200);
    expect(await statesOf(known)).toEqual(['answered', 'found']);
  },
});

race('the customer agrees to a dearer price while she pays: she pays that or nothing', {
  eitherFirst: true,
  given: () => answered(dearer),
  callers: (known) => [() => take(known), () => open(known)],
  invariant: async ([taken, opened], known) => {
    expect(taken?.status).toBe(200);
    if (opened?.status === 201) expect(opened.body.amount).toBe(5_650);
    else expect(['PHARMACY_ASKED', 'AMOUNT_CHANGED']).toContain(opened?.body.code);
    expect((await orderOf(known)).total).toBe(5_650);
  },
});

race('the answer lapses while she pays: the portal is opened for what is kept, or it is asked again', {
  eitherFirst: true,
  given: async () => {
    const known = await answered();
    await due('held_until', known);
    return known;
  },
  callers: (known) => [() => open(known), () => follow(known)],
  invariant: async ([opened], known) => {
    const [mine] = await statesOf(known);
    if (opened?.status === 201) {
      await providerDoes(server, opened.body.transactionId, 'approve');
      expect(await orderOf(known)).toMatchObject({
        state: 'pending',
        pharmacy: pharmacy.row.id,
        paid: 4_825,
      });
      expect((await statesOf(known))[0]).toBe('kept');
    } else {
      expect([opened?.body.code, ['lapsed', 'ended'].includes(mine ?? '')]).toEqual(['PHARMACY_ASKED', true]);
    }
  },
});

race('money arrives while the answer lapses: its pharmacy has the order', {
  eitherFirst: true,
  given: async () => {
    const known = await answered();
    const { body } = await open(known);
    await due('held_until', known);
    return { ...known, transactionId: body.transactionId as string };
  },
  callers: (known) => [
    () =>
      providerDoes(server, known.transactionId, 'approve').then(() =>
        call(known.customer, 'GET', `/orders/${known.id}`),
      ),
    () => follow(known),
  ],
  invariant: async (_, known) => {
    expect(await orderOf(known)).toMatchObject({ state: 'pending', pharmacy: pharmacy.row.id, paid: 4_825 });
    expect((await statesOf(known))[0]).toBe('kept');
  },
});

race('she asks elsewhere while she pays: one of the two', {
  eitherFirst: true,
  given: () => answered(),
  callers: (known) => [() => open(known), () => decline(known)],
  invariant: async ([opened, declined], known) => {
    expect([opened?.status, declined?.status]).toEqual(opened?.status === 201 ? [201, 409] : [409, 200]);
    const [mine] = await statesOf(known);
    expect(mine).toBe(opened?.status === 201 ? 'answered' : 'ended');
  },
});

race('she agrees while another pharmacy answers with everything: what she pays is kept', {
  eitherFirst: true,
  given: () => asked(),
  callers: (known) => [
    async () => {
      await answer(pharmacy, known.mine, known, dearer);
      await take(known);
      return open(known);
    },
    () => answer(other, known.theirs, known),
  ],
  invariant: async ([opened], known) => {
    const states = await statesOf(known);
    if (opened?.status !== 201)
      return expect(['PHARMACY_ASKED', 'AMOUNT_CHANGED']).toContain(opened?.body.code);
    await providerDoes(server, opened.body.transactionId, 'approve');
    const keeper = states[0] === 'answered' ? pharmacy : other;
    const paid = keeper === pharmacy ? 5_650 : 4_825;
    expect(await orderOf(known)).toMatchObject({ state: 'pending', pharmacy: keeper.row.id, paid });
  },
});
