import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Earnings, prepareEarnings } from './earnings.fixture.ts';

// The test clock is at 11:00 in Benin.

let server: TestApp;
let earnings: Earnings;
let awa: Visitor;
let other: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  earnings = await prepareEarnings(server.db);
  awa = await server.signIn('superAdmin', { name: 'Awa Dossou' });
  other = await server.signIn('superAdmin');
});
afterAll(() => server.close());

async function partnerOwed(amount: number, name: string): Promise<string> {
  const { row } = await server.signIn('partnerDoctor', { verified: true, name });
  await earnings.order(row.id, amount * 2);
  return row.id;
}
// A new session: the old one ends after a day.
const pay = async (who: Visitor, ...list: [idPartner: string, amount: number][]) =>
  server.call(
    await server.session(who.row),
    'POST',
    '/benefics/pay/partner',
    list.map(([idPartner, amount]) => ({ idPartner, amount })),
  );

it('a payout refused because of another says who paid how much and when, and pays nobody', async () => {
  const kora = await partnerOwed(12_500, 'Kora');
  const sossa = await partnerOwed(900, 'Sossa');
  expect((await pay(awa, [kora, 12_500])).status).toBe(200);
  server.clock.advance(120);
  const message = 'Déjà payé : 12 500 F à Kora par Awa Dossou à 11:00. Reste à payer : 0 F.';
  const { status, body } = await pay(other, [sossa, 900], [kora, 12_500]);
  expect([status, body]).toEqual([
    409,
    { success: false, code: 'ALREADY_PAID_OUT', message, fields: { 'partners.1.amount': message } },
  ]);
  expect((await pay(other, [sossa, 900])).status).toBe(200);
});

it('names the latest payout, and the day before', async () => {
  const id = await partnerOwed(1_000, 'Zinsou');
  expect((await pay(awa, [id, 300])).status).toBe(200);
  server.clock.advance(14 * 3600);
  expect((await pay(awa, [id, 700])).body).toMatchObject({ success: true });
  server.clock.advance(23 * 3600);
  expect((await pay(other, [id, 700])).body.message).toBe(
    'Déjà payé : 700 F à Zinsou par Awa Dossou hier à 01:02. Reste à payer : 0 F.',
  );
});

it('an amount that was never payable, or was paid long ago, is above the remaining one', async () => {
  const id = await partnerOwed(1_000, 'Adjovi');
  expect((await pay(awa, [id, 400])).status).toBe(200);
  expect((await pay(other, [id, 1_001])).body.code).toBe('OVER_REMAINING');
  server.clock.advance(24 * 3600);
  expect((await pay(other, [id, 1_000])).body.code).toBe('OVER_REMAINING');
});

it('says the same of the platform’s share', async () => {
  awa = await server.session(awa.row);
  other = await server.session(other.row);
  const total = (await server.call(awa, 'GET', '/benefics/superadmin')).body.totalToPay;
  const payShare = (who: Visitor) => server.call(who, 'POST', '/benefics/pay/superadmin', { amount: total });
  expect((await payShare(awa)).status).toBe(200);
  expect((await payShare(other)).body).toMatchObject({
    code: 'ALREADY_PAID_OUT',
    message: expect.stringMatching(
      /^Déjà payé : [\d ]+ F par Awa Dossou à \d\d:\d\d\. Reste à payer : 0 F\.$/,
    ),
  });
});
