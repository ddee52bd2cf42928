import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payments } from '../database/schema/payments.ts';
import { callOverHttp, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { elsewhere, fillBasket, openPayment, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let supervisor: Visitor;
let admin: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer', { name: 'Afi Dossou', phone: '+2290197112233' });
  supervisor = await server.signIn('supervisor', { name: 'Awa Kora' });
  admin = await server.signIn('superAdmin');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

/** A payment that is put under review by this report. */
async function putUnderReview(change: object = { amount: 100 }): Promise<string> {
  const { order } = await fillBasket(server);
  const opened = await openPayment(server, customer, { order: elsewhere(order) });
  server.clock.advance(60);
  expect((await report(server, reportOf(opened, change))).status).toBe(200);
  return opened.transactionId;
}
const list = async (visitor = supervisor, query = '') =>
  (await server.call(visitor, 'GET', `/payments/review${query}`)).body;
const see = (transactionId: string, note: unknown, visitor = supervisor) =>
  server.call(visitor, 'POST', `/payments/${transactionId}/seen`, { note });
const workOf = async () => (await server.call(supervisor, 'GET', '/orders')).body.work.review;

it('lists what was received and what was due, the longest under review first', async () => {
  expect(await list()).toEqual({ payments: [], total: 0, refunds: [], debits: [] });
  const first = await putUnderReview();
  const second = await putUnderReview({ currency: 'EUR', amount: 7 });
  const { payments: shown, total } = await list(admin);
  expect(total).toBe(2);
  expect(shown[0]).toEqual({
    _id: expect.any(String),
    transactionId: first,
    amount: 4_825,
    reason: 'amount',
    received: { amount: 100, currency: 'XOF' },
    customer: { _id: customer.row.id, name: 'Afi Dossou', phone: '+2290197112233' },
    order: null,
    canRefund: true,
    fits: [],
    at: '2026-11-20T10:01:00.000Z',
  });
  expect(shown[1]).toMatchObject({ transactionId: second, received: { amount: 7, currency: 'EUR' } });
  expect((await list(supervisor, '?limit=1&page=2')).payments).toMatchObject([{ transactionId: second }]);
  // Neither open nor paid payments are listed.
  const { order } = await fillBasket(server);
  await openPayment(server, customer, { order });
  expect((await list()).total).toBe(2);
});

it('leaves the list once it was seen, with who, when and a note; the money does not move', async () => {
  const transactionId = await putUnderReview();
  const rowOf = async () =>
    (await server.db.select().from(payments).where(eq(payments.transactionId, transactionId)))[0]!;
  const before = await rowOf();
  const work = await workOf();
  expect(await see(transactionId, '  ')).toMatchObject({
    status: 422,
    body: { fields: { note: 'Indiquez ce qui a été fait' } },
  });
  expect((await see(transactionId, 'Remboursé par téléphone')).status).toBe(204);
  expect(await rowOf()).toEqual({
    ...before,
    reviewedAt: server.clock.now(),
    reviewedById: supervisor.row.id,
    reviewNote: 'Remboursé par téléphone',
  });
  expect((await list()).payments).not.toContainEqual(expect.objectContaining({ transactionId }));
  expect(await workOf()).toBe(work - 1);
  const owner = (await server.call(admin, 'GET', '/stats/owner')).body.review;
  expect(owner.count).toBe(work - 1);

  // Sent again: nothing changes. Another person is told.
  expect((await see(transactionId, 'Remboursé par téléphone')).status).toBe(204);
  expect(await see(transactionId, 'Rien à faire', admin)).toMatchObject({
    status: 409,
    body: { code: 'REVIEW_CLOSED', message: 'Paiement déjà vu par Awa Kora : Remboursé par téléphone' },
  });
});

it('is closed once, even by two at the same time', async () => {
  const call = await callOverHttp(server);
  const transactionId = await putUnderReview();
  const responses = await Promise.all(
    times(4, (index) =>
      call(index % 2 === 0 ? supervisor : admin, 'POST', `/payments/${transactionId}/seen`, {
        note: `Note ${index}`,
      }),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
});

it('cannot be closed unless it is under review', async () => {
  const { order } = await fillBasket(server);
  const { transactionId } = await openPayment(server, customer, { order: elsewhere(order) });
  for (const id of [transactionId, 'TX-inconnue']) expect((await see(id, 'Vu')).status).toBe(404);
});
