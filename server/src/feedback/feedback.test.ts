import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { buildFeedback } from '../builders/feedback.ts';
import { buildOrder } from '../builders/order.ts';
import { feedback } from '../database/schema/feedback.ts';
import { loadOrder } from '../orders/load.ts';
import { caps } from '../settings/limits.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { askFeedback, giveFeedback } from './give.ts';

let t: TestApp;
let customer: Visitor;
let supervisor: Visitor;

beforeAll(async () => {
  t = await startTestApp();
  supervisor = await t.signIn('supervisor');
});
beforeEach(async () => {
  customer = await t.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(t.db);
  await t.close();
});

const DAY = 24 * 3600;
const ALL_WELL = { wrongs: [], note: null };
const LATE = { wrongs: ['late'], note: 'Deux heures' };

/** An order of hers, handed over an hour ago. */
const deliver = (state: 'delivering' | 'delivered' | 'ended' = 'delivered') =>
  buildOrder(t.db, {
    state,
    customerId: customer.row.id,
    createdAt: new Date(t.clock.now().getTime() - 122 * 60_000),
  });
const answer = (id: string, body: object, who = customer) =>
  t.call(who, 'PUT', `/orders/${id}/feedback`, body);
const rowOf = async (orderId: string) =>
  (await t.db.select().from(feedback).where(eq(feedback.orderId, orderId)))[0];
const handle = (id: string, body: object, who = supervisor) =>
  t.call(who, 'POST', `/feedback/${id}/outcome`, { read: { wrongs: ['missing'], note: null }, ...body });
async function titlesOf(visitor: Visitor, number: string): Promise<string[]> {
  const { notifications } = (await t.call(visitor, 'GET', '/notifications?limit=200')).body;
  const about = notifications.filter(({ message }: { message: string }) => message.includes(number));
  return about.flatMap(({ title, earlier }: { title: string; earlier: { title: string }[] }) => [
    title,
    ...earlier.map((one) => one.title),
  ]);
}

it('a customer says that all is well: nobody has anything to do', async () => {
  const { id, number } = await deliver();
  const { status, body } = await answer(id, { ...ALL_WELL, note: 'Merci' });
  expect([status, body.feedback.answer]).toMatchObject([200, { wrongs: [], note: null, handledAt: null }]);
  expect(await titlesOf(supervisor, number)).toEqual([]);
});

it('what was wrong is told to the supervisors once, and waits for one of them', async () => {
  const { id, number } = await deliver('ended');
  const before = (await t.call(supervisor, 'GET', '/orders')).body.work.feedback;
  const first = await answer(id, { wrongs: ['money', 'late', 'late'], note: 'Deux heures' });
  expect(first.body.feedback.answer).toMatchObject({ wrongs: ['late', 'money'], note: 'Deux heures' });
  const again = await answer(id, { wrongs: ['late', 'money'], note: 'Deux heures' });
  expect([again.status, again.body]).toEqual([200, first.body]);
  await answer(id, LATE);
  expect(await titlesOf(supervisor, number)).toEqual(['Réponse à traiter']);
  expect((await t.call(supervisor, 'GET', '/orders')).body.work.feedback).toBe(before + 1);
  const { feedback: list } = (await t.call(supervisor, 'GET', '/feedback?limit=200')).body;
  expect(list.find(({ order }: { order: { _id: string } }) => order._id === id)).toMatchObject({
    order: { number },
    customer: { name: customer.row.name, phone: customer.row.phone },
    wrongs: ['late'],
    handled: null,
  });
});

it('who changes her mind all day tells the supervisors twenty times at most', async () => {
  const { id } = await deliver();
  for (let n = 0; n < caps.perDay.feedback; n += 1) {
    expect((await answer(id, LATE)).status).toBe(200);
    expect((await answer(id, ALL_WELL)).status).toBe(200);
  }
  expect(await answer(id, LATE)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_TRIES' } });
  expect(await rowOf(id)).toMatchObject({ wrongs: [] });
});

it('two answers at once are one, told once', async () => {
  const { id, number } = await deliver();
  const answers = await Promise.all([answer(id, LATE), answer(id, { wrongs: ['courier'], note: null })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await titlesOf(supervisor, number)).toEqual(['Réponse à traiter']);
});

it.each<[string, number, boolean, number]>([
  ['for 30 days after the delivery', 30 * DAY - 3700, false, 200],
  ['not after 30 days', 30 * DAY, false, 409],
  ['again for a day', DAY - 60, true, 200],
  ['not again after a day', DAY, true, 409],
])('is given %s', async (_, seconds, isAnswered, status) => {
  const { id } = await deliver();
  if (isAnswered) await answer(id, ALL_WELL);
  t.clock.advance(seconds);
  customer = await t.session(customer.row);
  const sent = await answer(id, LATE);
  expect([sent.status, sent.body.code]).toEqual([status, status === 409 ? 'FEEDBACK_CLOSED' : undefined]);
  supervisor = await t.session(supervisor.row);
});

it.each([
  ['an order on its way', async () => (await deliver('delivering')).id, 409, 'NOT_DELIVERED_YET'],
  [
    'somebody else’s order',
    async () => (await buildOrder(t.db, { state: 'delivered' })).id,
    404,
    'NOT_FOUND',
  ],
])('is refused about %s', async (_, idOf, status, code) => {
  expect(await answer(await idOf(), LATE)).toMatchObject({ status, body: { code } });
});

it('is not stored of an account that was deleted meanwhile', async () => {
  const { id } = await deliver('ended');
  const { id: _id, type, name, phone } = customer.row;
  const ctx = { ...t.ctx, actor: { _id, type, name, phone } };
  const view = await loadOrder(ctx, id);
  const admin = await t.signIn('superAdmin');
  expect((await t.call(admin, 'DELETE', `/users/${_id}`)).status).toBe(204);
  await expect(giveFeedback(ctx, view, { wrongs: ['late'], note: 'Deux heures' })).rejects.toThrow();
  expect(await rowOf(id)).toBeUndefined();
});

it('of two supervisors one handles it, the customer reads that it is done, and her answer stays', async () => {
  const { id: orderId, number } = await deliver();
  const { id } = await buildFeedback(t.db, { orderId, answeredAt: t.clock.now() });
  const other = await t.signIn('supervisor');
  const results = await Promise.all([
    handle(id, { outcome: 'refunded', note: 'Rendu' }),
    handle(id, { outcome: 'nothing' }, other),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = results[0]?.status === 200 ? supervisor : other;
  const refused = results.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    code: 'FEEDBACK_HANDLED',
    message: `Déjà traité par ${won.row.name}`,
  });
  const row = await rowOf(orderId);
  expect((await handle(id, { outcome: 'called' }, won)).status).toBe(200);
  expect(await rowOf(orderId)).toEqual(row);
  expect(await titlesOf(customer, number)).toEqual(['Votre réponse est traitée']);
  const { feedback: own } = (await t.call(customer, 'GET', `/orders/${orderId}/feedback`)).body;
  expect(own).toMatchObject({ until: null, answer: { handledAt: t.clock.now().toISOString() } });
  expect((await answer(orderId, ALL_WELL)).body.code).toBe('FEEDBACK_CLOSED');
});

it('one that the customer has taken back is not handled', async () => {
  const { id: orderId } = await deliver();
  const { id } = await buildFeedback(t.db, { orderId, answeredAt: t.clock.now() });
  await answer(orderId, ALL_WELL);
  expect((await handle(id, { outcome: 'called' })).status).toBe(404);
});

it('one that the customer has changed is read again', async () => {
  const { id: orderId } = await deliver();
  const { id } = await buildFeedback(t.db, { orderId, answeredAt: t.clock.now() });
  await answer(orderId, { wrongs: ['missing'], note: 'Le sirop aussi' });
  expect((await handle(id, { outcome: 'called' })).body).toMatchObject({ code: 'FEEDBACK_CHANGED' });
  const read = { wrongs: ['missing'], note: 'Le sirop aussi' };
  expect((await handle(id, { read, outcome: 'called' })).status).toBe(200);
  // One that was handled does not ask what was read.
  expect((await handle(id, { outcome: 'called' })).status).toBe(200);
});

it('counts the answers of 30 days by pharmacy, courier and zone, those with most wrong first', async () => {
  t.clock.advance(40 * DAY);
  supervisor = await t.session(supervisor.row);
  const [pharmacy, courier] = [await t.signIn('pharmacy'), await t.signIn('deliveryPerson')];
  const zone = await buildZone(t.db);
  const order = { pharmacyId: pharmacy.row.id, deliveryPersonId: courier.row.id, zone };
  const at = (days: number) => new Date(t.clock.now().getTime() - days * DAY * 1000);
  await buildFeedback(t.db, { order, answeredAt: at(29), wrongs: ['late'] });
  await buildFeedback(t.db, { order: { ...order, deliveryPersonId: null }, answeredAt: at(1), wrongs: [] });
  await buildFeedback(t.db, { order, answeredAt: at(31) });
  await buildFeedback(t.db, { order, answeredAt: null, askedAt: at(1), wrongs: [] });
  const { counts } = (await t.call(supervisor, 'GET', '/feedback/counts')).body;
  expect(counts).toMatchObject({ answers: 2, wrong: 1 });
  expect(counts.pharmacies).toEqual([
    { _id: pharmacy.row.id, name: pharmacy.row.name, answers: 2, wrong: 1 },
  ]);
  expect(counts.zones).toEqual([{ _id: zone.id, name: zone.label, answers: 2, wrong: 1 }]);
  expect(counts.deliveryPersons[0]).toEqual({
    _id: courier.row.id,
    name: courier.row.name,
    answers: 1,
    wrong: 1,
  });
});

it('an order is asked about once, some hours after its delivery, unless it is answered', async () => {
  const asked = async (settings = {}) =>
    askFeedback({ ...t.ctx, settings: { ...t.ctx.settings, ...settings } });
  await asked();
  const { id, number } = await deliver();
  const answered = await deliver();
  await answer(answered.id, ALL_WELL);
  await deliver('delivering');
  expect(await asked()).toBe(0);
  t.clock.advance(2 * 3600);
  expect(await asked({ feedbackHours: 0 })).toBe(0);
  expect(await Promise.all([asked(), asked()])).toContain(1);
  expect(await asked()).toBe(0);
  expect(await titlesOf(customer, number)).toEqual(['Tout va bien ?']);
  expect(await titlesOf(customer, answered.number)).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ answeredAt: null, askedAt: t.clock.now() });
  expect((await answer(id, LATE)).status).toBe(200);
});

it('a customer who has deleted her account is not asked', async () => {
  const { id } = await deliver('ended');
  const admin = await t.signIn('superAdmin');
  expect((await t.call(admin, 'DELETE', `/users/${customer.row.id}`)).status).toBe(204);
  t.clock.advance(2 * 3600);
  await askFeedback(t.ctx);
  expect(await rowOf(id)).toBeUndefined();
});

it('an order of three days ago is not asked about', async () => {
  await deliver();
  t.clock.advance(3 * DAY);
  expect(await askFeedback(t.ctx)).toBe(0);
});
