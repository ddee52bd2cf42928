import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Earnings, prepareEarnings } from '../benefits/earnings.fixture.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Seen, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// A balance is paid once, even by concurrent calls, and meanwhile earnings are not lost.

let server: TestApp;
let call: Caller;
let earnings: Earnings;
let admins: Visitor[];
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  earnings = await prepareEarnings(server.db);
  admins = [await server.signIn('superAdmin'), await server.signIn('superAdmin')];
  supervisor = await server.signIn('supervisor');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

/** A verified partner with this balance, FCFA. */
async function partnerOwed(amount: number): Promise<Visitor> {
  const doctor = await server.signIn('partnerDoctor', { verified: true });
  await earnings.order(doctor.row.id, amount * 2);
  return doctor;
}
const pay = (who: number, list: readonly (readonly [Visitor, number])[], key?: string) =>
  call(
    admins[who]!,
    'POST',
    '/benefics/pay/partner',
    list.map(([{ row }, amount]) => ({ idPartner: row.id, amount })),
    key === undefined ? {} : { 'idempotency-key': key },
  );
const codes = (responses: readonly Seen[]) =>
  responses.map(({ status, body }) => (status === 200 ? '200' : `${status} ${body.code}`));
const figures = async (doctor: Visitor) => (await call(doctor, 'GET', '/benefics/partner')).body;

it(
  'concurrent identical payouts by one user, with or without a key, are paid once',
  async () => {
    await inRounds(4, async (round) => {
      const doctor = await partnerOwed(1_000);
      const key = round % 2 === 0 ? undefined : `round ${round}`;
      // Half of the balance, so that two payouts would both be possible.
      const responses = await Promise.all(times(3, () => pay(0, [[doctor, 500]], key)));
      const paid = responses.filter(({ status }) => status === 200);
      expect(paid.length).toBeGreaterThan(0);
      for (const { body } of paid) expect(body).toEqual(paid[0]!.body);
      for (const code of codes(responses)) expect(['200', '409 IN_PROGRESS']).toContain(code);
      expect((await pay(0, [[doctor, 500]], key)).body).toEqual(paid[0]!.body);
      expect(await figures(doctor)).toEqual({ total: 1_000, totalPaid: 500, pending: 500, held: 0 });
    });
  },
  RACE_MS,
);

it(
  'concurrent payouts by two users to the same partners never exceed the balances',
  async () => {
    await inRounds(4, async (round) => {
      const one = await partnerOwed(1_000);
      const two = await partnerOwed(700);
      const list = [
        [one, 600],
        [two, 400],
      ] as const;
      // Together they exceed a balance, so one list is paid and the other is rejected entirely.
      const responses = await Promise.all([
        pay(0, list),
        pay(1, shuffled([...list.slice(0, 1), [two, 301] as const], round)),
      ]);
      expect(codes(responses).sort()).toEqual(['200', '409 ALREADY_PAID_OUT']);
      const second = responses.find(({ status }) => status === 409)!.body.message as string;
      const first = responses[0]!.status === 200;
      expect(second.replace(/\s/g, ' ')).toMatch(
        first ? /Reste à payer : (400|300) F/ : /Reste à payer : (400|399) F/,
      );
      expect(await figures(one)).toMatchObject({ totalPaid: 600, pending: 400 });
      expect(await figures(two)).toMatchObject({ totalPaid: first ? 400 : 301 });
    });
  },
  RACE_MS,
);

it(
  'the platform’s share is paid once',
  async () => {
    const overview = async () => (await call(admins[0]!, 'GET', '/benefics/superadmin')).body;
    const payShare = (who: number, amount: number, key: string) =>
      call(admins[who]!, 'POST', '/benefics/pay/superadmin', { amount }, { 'idempotency-key': key });
    // There is only one account, so rounds run one after the other.
    await inRounds(1, async (round) => {
      await earnings.order(null, 100);
      const { totalToPay: rest } = await overview();
      const responses = await Promise.all([
        payShare(0, rest, `all of ${round}`),
        payShare(1, rest, `all of ${round}`),
        payShare(1, 1, `one of ${round}`),
      ]);
      const paid = responses.filter(({ status }) => status === 200).map(({ body }) => body.payment.amount);
      expect([[rest], [1]]).toContainEqual(paid);
      expect((await overview()).totalToPay).toBe(rest - paid[0]);
    });
  },
  RACE_MS,
);

it(
  'payouts and ending orders both succeed concurrently with an exact balance',
  async () => {
    await inRounds(4, async (round) => {
      const doctor = await partnerOwed(500);
      const ending = [
        await earnings.order(doctor.row.id, 401, 'delivered'),
        await earnings.order(doctor.row.id, 60, 'delivered'),
      ];
      const moves = [
        () => pay(0, [[doctor, 300]], `first of ${round}`),
        () => pay(1, [[doctor, 200]], `second of ${round}`),
        ...ending.map(
          ({ id }) =>
            () =>
              call(supervisor, 'PATCH', `/orders/${id}/status`, { status: 'ended' }),
        ),
      ];
      const responses = await Promise.all(shuffled(moves, round).map((move) => move()));
      expect(codes(responses)).toEqual(['200', '200', '200', '200']);
      expect(await figures(doctor)).toEqual({ total: 730, totalPaid: 500, pending: 230, held: 0 });
    });
  },
  RACE_MS,
);
