import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildClaimed, buildInsurer } from '../builders/insurer.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import { audit } from '../database/schema/audit.ts';
import { claimLines } from '../database/schema/claims.ts';
import type { InsurerRow } from '../database/schema/insurance.ts';
import { notifications } from '../database/schema/notifications.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let admin: Visitor;
let insurer: InsurerRow;
const month = '2026-11';

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  insurer = await buildInsurer(server.db, { name: `NSIA ${Math.floor(performance.now() * 1000)}` });
  server.ctx.settings.refusedClaim = 'platform';
});

/** An ended order of 1 000 F of medicines with a card of 80 %: its insurer owes 800 F. */
const claimed = async (given: Partial<OrderFields> = {}) => {
  const medication = await buildMedication(server.db, { price: 1_000 });
  const zone = await buildZone(server.db, { price: 500 });
  return buildClaimed(server.db, insurer, { zone, items: [{ medication, quantity: 1 }], ...given });
};
const call = (method: 'GET' | 'POST', path: string, body?: object) => server.call(admin, method, path, body);
const move = (state: string, of = month) => call('POST', `/insurers/${insurer.id}/claims/${of}`, { state });
const answer = (id: string, state: string, reason?: string) =>
  call('POST', `/claims/lines/${id}`, { state, ...(reason !== undefined && { reason }) });
const row = async (id: string) => (await server.db.select().from(claimLines).where(eq(claimLines.id, id)))[0];
const read = async () => (await call('GET', `/insurers/${insurer.id}/claims/${month}`)).body;
const owed = async () =>
  (await call('GET', '/insurers')).body.insurers.find(({ _id }: { _id: string }) => _id === insurer.id).owed;

const download = (file: string) =>
  server.app.inject({
    method: 'GET',
    url: `/api/insurers/${insurer.id}/claims/${month}/${file}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });

/** The journals of a line, with the sum of each account. */
const booked = async (lineId: string): Promise<string[]> => {
  const { rows } = await server.pool.query(
    `select kind || ' ' || account || ' ' || sum(e.amount_fcfa) as text from journals j join entries e on e.journal_id = j.id
     where claim_line_id = $1 group by kind, account, j.id order by j.id, account`,
    [lineId],
  );
  return rows.map(({ text }) => text);
};

describe('the claim of a month (rule 60)', () => {
  it('is the orders that ended in it, by insurer, and its state that of its lines', async () => {
    const [one, other] = [await claimed(), await claimed()];
    await claimed({ createdAt: new Date('2026-10-20T09:00:00Z') });
    const { claim, lines, total } = await read();
    expect(claim).toMatchObject({
      insurer: { _id: insurer.id, name: insurer.name },
      month,
      provisional: true,
      lines: 2,
      amount: 1_600,
      sums: [{ state: 'to-send', lines: 2, amount: 1_600 }],
      dueAt: null,
    });
    expect([total, lines.map(({ order }: { order: { number: string } }) => order.number)]).toEqual([
      2,
      [one.order.number, other.order.number],
    ]);
    const months = (await call('GET', '/claims')).body.claims.filter(
      (found: { insurer: { _id: string } }) => found.insurer._id === insurer.id,
    );
    expect(months.map((found: { month: string }) => found.month)).toEqual(['2026-11', '2026-10']);
  });

  it('does not ask for an order that is not ended, but its insurer owes it', async () => {
    await claimed({ state: 'delivered' });
    expect((await read()).total).toBe(0);
    expect(await owed()).toBe(800);
  });

  it('is sent, accepted and paid; each step once, however often it is told', async () => {
    const { line } = await claimed();
    for (const state of ['sent', 'sent', 'accepted', 'paid', 'paid'])
      expect((await move(state)).status).toBe(200);
    expect(await row(line.id)).toMatchObject({ state: 'paid', amount: 800 });
    expect(await booked(line.id)).toEqual(['claim-paid bank 800', 'claim-paid insurer -800']);
    expect(await owed()).toBe(0);
    const told = await server.db.select().from(audit).where(eq(audit.subjectId, insurer.id));
    expect(told.map(({ details }) => details)).toEqual(
      ['sent', 'accepted', 'paid'].map((event) => ({ event, to: month, count: 1, amount: 800 })),
    );
  });

  it('is paid once by two at once', async () => {
    const { line } = await claimed();
    await move('sent');
    const all = await Promise.all([
      move('paid'),
      answer(line.id, 'paid'),
      move('paid'),
      answer(line.id, 'paid'),
    ]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await booked(line.id)).toHaveLength(2);
  });

  it('is due when its insurer has had its days', async () => {
    await claimed();
    const due = new Date(server.clock.now().getTime() + 30 * 24 * 3_600_000).toISOString();
    expect((await move('sent')).body.claim.dueAt).toBe(due);
  });

  it('takes a line that is named after the sending along in the next one', async () => {
    const first = await claimed();
    await move('sent');
    const late = await claimed();
    expect((await move('sent')).body.claim.sums).toEqual([{ state: 'sent', lines: 2, amount: 1_600 }]);
    expect([(await row(first.line.id))?.state, (await row(late.line.id))?.state]).toEqual(['sent', 'sent']);
  });

  it.each([
    ['to-send', 'paid'],
    ['to-send', 'accepted'],
    ['paid', 'refused'],
  ])('a line that is %s cannot become %s', async (from, to) => {
    const { line } = await claimed();
    if (from === 'paid') for (const state of ['sent', 'paid']) await move(state);
    const before = await booked(line.id);
    const { status, body } = await answer(line.id, to, to === 'refused' ? 'late' : undefined);
    expect([status, body.code]).toEqual([409, 'CLAIM_CHANGED']);
    expect(await booked(line.id)).toEqual(before);
  });

  it('needs a reason for a refusal, and only for one', async () => {
    const { line } = await claimed();
    await move('sent');
    for (const [state, reason] of [['refused'], ['accepted', 'late']] as const) {
      const { status, body } = await answer(line.id, state, reason);
      expect([status, body.fields]).toEqual([422, { reason: 'Indiquez une raison' }]);
    }
  });

  it('belongs to super administrators alone, and each reading of a person is in the journal', async () => {
    const { order } = await claimed();
    const supervisor = await server.signIn('supervisor');
    expect((await server.call(supervisor, 'GET', `/insurers/${insurer.id}/claims/${month}`)).status).toBe(
      403,
    );
    for (const file of ['csv', 'pdf']) {
      expect((await download(file)).statusCode).toBe(200);
    }
    const lines = await server.db.select().from(audit).where(eq(audit.subjectId, order.id));
    expect(lines.map(({ action }) => action)).toContain('read');
    const downloads = await server.db.select().from(audit).where(eq(audit.subjectId, insurer.id));
    expect(downloads.map(({ action, details }) => [action, details])).toEqual([
      ['export', { event: 'claim', to: month }],
      ['export', { event: 'claim', to: month }],
    ]);
  });

  it('is a file with a line for each medicine, whose parts add up to what is asked for', async () => {
    const items = await Promise.all(
      [333, 334].map(async (price) => ({
        medication: await buildMedication(server.db, { price, label: `Sirop ${price}` }),
        quantity: 1,
      })),
    );
    const { order } = await claimed({ items });
    const [, ...lines] = (await download('csv')).payload.trim().split('\r\n');
    expect(lines.map((line) => line.split(';').filter((_, index) => [0, 6, 9].includes(index)))).toEqual([
      [order.number, 'Sirop 333', '267'],
      [order.number, 'Sirop 334', '267'],
    ]);
    expect(order.reduction).toBe(534);
  });
});

describe('a refused line (rule 60)', () => {
  const refuse = async (given: Partial<OrderFields> = {}) => {
    const built = await claimed(given);
    await move('sent');
    expect((await answer(built.line.id, 'refused', 'papers')).status).toBe(200);
    return built;
  };

  it('is borne by the platform, and given back when it is sent again and paid', async () => {
    const { line } = await refuse();
    expect(await row(line.id)).toMatchObject({ state: 'refused', reason: 'papers', bearer: 'platform' });
    const first = ['claim-refused insurer -800', 'claim-refused kept 800'];
    expect(await booked(line.id)).toEqual(first);
    expect(await owed()).toBe(0);
    expect((await answer(line.id, 'refused', 'papers')).status).toBe(200);
    for (const state of ['sent-again', 'sent-again', 'paid']) await answer(line.id, state);
    expect(await booked(line.id)).toEqual([
      ...first,
      'claim-resent insurer 800',
      'claim-resent kept -800',
      'claim-paid bank 800',
      'claim-paid insurer -800',
    ]);
  });

  it('is borne by the pharmacy of its order, which then has less', async () => {
    server.ctx.settings.refusedClaim = 'pharmacy';
    const { line, order } = await refuse();
    const { rows } = await server.pool.query(
      `select e.account, e.beneficiary_id as who, e.amount_fcfa::int as amount from entries e
       join journals j on j.id = e.journal_id where j.claim_line_id = $1 order by account`,
      [line.id],
    );
    expect(rows).toEqual([
      { account: 'corrected', who: order.pharmacyId, amount: 800 },
      { account: 'insurer', who: null, amount: -800 },
    ]);
  });

  it('is asked of the customer: she is told, nothing is taken, and what she pays is noted', async () => {
    server.ctx.settings.refusedClaim = 'customer';
    const { line, order } = await refuse();
    expect(await booked(line.id)).toEqual([]);
    const told = await server.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, order.customerId));
    expect(told.map(({ title }) => title)).toContain('Part non prise en charge');
    // A whole month that is paid is the insurer's money, not hers.
    await move('paid');
    expect((await row(line.id))?.state).toBe('refused');
    await answer(line.id, 'paid');
    expect(await booked(line.id)).toEqual(['claim-paid bank 800', 'claim-paid insurer -800']);
  });

  it('keeps its bearer when the setting changes', async () => {
    const { line } = await refuse();
    server.ctx.settings.refusedClaim = 'pharmacy';
    await answer(line.id, 'sent-again');
    expect((await booked(line.id)).slice(2)).toEqual(['claim-resent insurer 800', 'claim-resent kept -800']);
  });
});

describe('an order whose insurer is to be named', () => {
  const unnamed = async () => {
    const card = await buildInsuranceCard(server.db, { verified: true });
    const customerId = card.ownerId;
    const order = await buildOrder(server.db, { state: 'ended', customerId, card });
    const same = await buildOrder(server.db, { customerId, card });
    return { card, order, same };
  };
  const listed = async () =>
    (await call('GET', '/claims/unnamed')).body.orders.map(({ _id }: { _id: string }) => _id);
  const name = (id: string) => call('POST', `/claims/orders/${id}`, { insurer: insurer.id });

  it('is listed until a super administrator names it, with the other orders of the card', async () => {
    const { order, same } = await unnamed();
    expect(await listed()).toEqual(expect.arrayContaining([order.id, same.id]));
    expect((await name(order.id)).status).toBe(204);
    const left = await listed();
    expect([left.includes(order.id), left.includes(same.id)]).toEqual([false, false]);
    expect((await read()).lines).toMatchObject([{ order: { _id: order.id }, state: 'to-send' }]);
    expect((await name(order.id)).status).toBe(404);
  });

  it('refuses an insurer that does not allow the rate, with words', async () => {
    const { order } = await unnamed();
    insurer = await buildInsurer(server.db, { name: 'Mutuelle Zogbo', rates: [50, 70] });
    const { status, body } = await name(order.id);
    const fields = { insurer: 'Mutuelle Zogbo prend en charge 50 ou 70 %, pas 80 %.' };
    expect([status, body.fields]).toEqual([422, fields]);
  });
});
