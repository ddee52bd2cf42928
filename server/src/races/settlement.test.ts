import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { prepareEarnings } from '../benefits/earnings.fixture.ts';
import { sendPayouts } from '../benefits/send.ts';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { entries, payouts } from '../database/schema/payouts.ts';
import { times } from '../testing/http.ts';
import { quickHash } from '../testing/quick-hash.ts';
import type { Visitor } from '../testing/test-app.ts';
import { call, codesOf, race, server, startServer } from './race.ts';

const PASSWORD = 'bonjour';
let admins: Visitor[];
let passwordHash: string;

startServer({ settings: { payouts: 'provider' } }, async () => {
  admins = [await server.signIn('superAdmin'), await server.signIn('superAdmin')];
  passwordHash = await quickHash(PASSWORD);
});

const nameAccount = (who: Visitor, phone: string) =>
  call(who, 'PUT', '/benefics/account', { operator: 'mtn', phone, currentPassword: PASSWORD });
const pay = (who: number, payee: Visitor, amount: number) =>
  call(admins[who]!, 'POST', '/benefics/settlement', { payouts: [{ payee: payee.row.id, amount }] });
const ownedBy = async ({ row }: Visitor) => {
  const rows = await server.db.select().from(entries).where(eq(entries.beneficiaryId, row.id));
  return rows.reduce((sum, { amount }) => sum - amount, 0);
};
const payoutsTo = ({ row }: Visitor) =>
  server.db.select().from(payouts).where(eq(payouts.beneficiaryId, row.id));

let phones = 10_000_000;
const newPhone = () => {
  phones += 1;
  return `01${phones}`;
};

/** A pharmacy with an account that is owed 1,400 F for an order on its way. */
async function pharmacyOwed() {
  const pharmacy = await server.signIn('pharmacy', { passwordHash });
  const order = await buildOrder(server.db, {
    state: 'delivering',
    pharmacyId: pharmacy.row.id,
    items: [{ medication: await buildMedication(server.db, { price: 700 }), quantity: 2 }],
  });
  expect((await nameAccount(pharmacy, newPhone())).status).toBe(200);
  return { pharmacy, order };
}

race('two settlements of two users: each franc is asked for once', {
  together: 4,
  given: pharmacyOwed,
  callers: ({ pharmacy }) => times(4, (at) => () => pay(at % 2, pharmacy, 1_400)),
  invariant: async (responses, { pharmacy }) => {
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await payoutsTo(pharmacy)).toHaveLength(1);
    expect(await ownedBy(pharmacy)).toBe(0);
  },
});

race('a payout while its medicines come back: paid or not, the balance says so', {
  together: 4,
  eitherFirst: true,
  given: pharmacyOwed,
  callers: ({ pharmacy, order }) => [
    () => pay(0, pharmacy, 1_400),
    () =>
      call(admins[1]!, 'POST', `/orders/${order.id}/return`, {
        reason: 'customer-absent',
        medicinesAt: 'pharmacy',
      }),
  ],
  invariant: async ([paid, back], { pharmacy }) => {
    expect(back?.status).toBe(200);
    expect(await ownedBy(pharmacy)).toBe(paid?.status === 200 ? -1_400 : 0);
    if (paid?.status !== 200) expect(paid?.body.code).toBe('OVER_REMAINING');
  },
});

race('an account that changes while it is paid: to the one before, or after a day', {
  together: 4,
  eitherFirst: true,
  given: async () => {
    const owed = await pharmacyOwed();
    return { ...owed, phone: newPhone() };
  },
  callers: ({ pharmacy, phone }) => [() => pay(0, pharmacy, 1_400), () => nameAccount(pharmacy, phone)],
  invariant: async ([paid, changed], { pharmacy, phone }) => {
    expect(changed?.status).toBe(200);
    if (paid?.status !== 200) expect(codesOf([paid!])).toEqual(['PAYOUT_ACCOUNT_NEW']);
    for (const payout of await payoutsTo(pharmacy)) expect(payout.phone).not.toBe(`+229${phone}`);
  },
});

race('a returned payout against a new one: owed once', {
  together: 1,
  given: async () => {
    const doctor = await server.signIn('partnerDoctor', { verified: true, passwordHash });
    await (await prepareEarnings(server.db)).order(doctor.row.id, 2_000);
    // The sandbox refuses numbers that end in 99.
    phones += 100 - (phones % 100) + 98;
    await nameAccount(doctor, newPhone());
    expect((await pay(0, doctor, 600)).status).toBe(200);
    return { doctor };
  },
  callers: ({ doctor }) => [
    () => sendPayouts(server.ctx).then(() => ({ status: 0, body: {} as { code?: string } })),
    () => pay(1, doctor, 400),
    () => pay(0, doctor, 400),
  ],
  invariant: async (_, { doctor }) => {
    await sendPayouts(server.ctx);
    const rows = await payoutsTo(doctor);
    const failed = rows
      .filter(({ state }) => state === 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);
    const asked = rows.reduce((sum, { amount }) => sum + amount, 0);
    expect(await ownedBy(doctor)).toBe(1_000 - asked + failed);
  },
});
