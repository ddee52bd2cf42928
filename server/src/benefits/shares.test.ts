import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Earnings, prepareEarnings } from './earnings.fixture.ts';

let server: TestApp;
let earnings: Earnings;
let admin: Visitor;
let keys = 0;

beforeAll(async () => {
  server = await startTestApp();
  earnings = await prepareEarnings(server.db);
  admin = await server.signIn('superAdmin');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

/** A partner who earned these amounts, FCFA, the oldest first. */
async function partnerWith(...amounts: number[]): Promise<Visitor> {
  const doctor = await server.signIn('partnerDoctor', { verified: true });
  for (const amount of amounts) await earnings.order(doctor.row.id, amount * 2);
  return doctor;
}
const pay = async ({ row }: Visitor, amount: number) => {
  keys += 1;
  server.clock.advance(60);
  const body = [{ idPartner: row.id, amount }];
  const paid = await server.call(admin, 'POST', '/benefics/pay/partner', body, {
    'idempotency-key': `share ${keys}`,
  });
  expect(paid.status).toBe(200);
  return server.clock.now().toISOString();
};
const list = async (who: Visitor, query = '') =>
  (await server.call(who, 'GET', `/benefics/partner/earnings${query}`)).body;
/** Amount and payment of each share, the oldest first. */
const paidOf = async (who: Visitor) =>
  (await list(who)).earnings
    .toReversed()
    .map(({ amount, paidAt }: { amount: number; paidAt: string | null }) => [amount, paidAt]);

describe('GET /benefics/partner/earnings', () => {
  it('lists the prescription, the moment and the amount of each share, the latest first, and no patient', async () => {
    const doctor = await partnerWith(100, 250);
    const body = await list(doctor);
    expect(body).toEqual({
      earnings: [250, 100].map((amount) => ({
        _id: expect.any(String),
        prescriptionNumber: expect.stringMatching(/^ORD-\d{8}$/),
        amount,
        createdAt: expect.any(String),
        paidAt: null,
      })),
      total: 2,
    });
    const mine = (await server.call(doctor, 'GET', '/prescriptions/my')).body.prescriptions;
    const numbers = mine.map((one: { prescriptionNumber: string }) => one.prescriptionNumber).sort();
    expect(body.earnings.map((one: { prescriptionNumber: string }) => one.prescriptionNumber).sort()).toEqual(
      numbers,
    );
    const balance = (await server.call(doctor, 'GET', '/benefics/partner')).body;
    expect(balance.total).toBe(350);
  });

  it('is paid oldest first: a payout pays what it covers whole, with what was paid before', async () => {
    const doctor = await partnerWith(100, 250, 50);
    const other = await partnerWith(100);
    expect(await paidOf(doctor)).toEqual([
      [100, null],
      [250, null],
      [50, null],
    ]);
    const first = await pay(doctor, 100);
    expect(await paidOf(doctor)).toEqual([
      [100, first],
      [250, null],
      [50, null],
    ]);
    await pay(doctor, 249);
    expect(await paidOf(doctor)).toEqual([
      [100, first],
      [250, null],
      [50, null],
    ]);
    const last = await pay(doctor, 51);
    expect(await paidOf(doctor)).toEqual([
      [100, first],
      [250, last],
      [50, last],
    ]);
    await earnings.order(doctor.row.id, 40);
    expect((await paidOf(doctor)).at(-1)).toEqual([20, null]);
    expect(await paidOf(other)).toEqual([[100, null]]);
  });

  it('is paginated, and shows nothing to a partner without shares', async () => {
    const doctor = await partnerWith(10, 20, 30);
    const pages = [await list(doctor, '?limit=2'), await list(doctor, '?limit=2&page=2')];
    expect(pages.map(({ total }) => total)).toEqual([3, 3]);
    const amounts = pages.map((page) => page.earnings.map(({ amount }: { amount: number }) => amount));
    expect(amounts).toEqual([[30, 20], [10]]);
    expect(await list(doctor, '?limit=2&page=3')).toEqual({ earnings: [], total: 3 });
    const paidAt = await pay(doctor, 30);
    const paid = [await list(doctor, '?limit=1&page=2'), await list(doctor, '?limit=1&page=3')];
    expect(paid.map(({ earnings: [share] }) => [share.amount, share.paidAt])).toEqual([
      [20, paidAt],
      [10, paidAt],
    ]);
    expect((await list(doctor, '?limit=1')).earnings[0].paidAt).toBeNull();
    expect(await list(await partnerWith())).toEqual({ earnings: [], total: 0 });
  });
});
