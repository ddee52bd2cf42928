import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Earnings, prepareEarnings } from '../benefits/earnings.fixture.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// « Terminer » is clicked twice concurrently, each followed by a calculation; two other calculations do not wait.

let server: TestApp;
let call: Caller;
let earnings: Earnings;
let supervisors: Visitor[];

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  earnings = await prepareEarnings(server.db);
  supervisors = [await server.signIn('supervisor'), await server.signIn('supervisor')];
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

it(
  '`ended` twice and calculateBenefics four times: one split, one notice, the same amounts',
  async () => {
    await inRounds(3, async (round) => {
      const doctor = await server.signIn('partnerDoctor', { verified: true });
      const order = await earnings.order(doctor.row.id, 1_235, 'delivered');
      const end = (who: number) =>
        call(supervisors[who]!, 'PATCH', `/orders/${order.id}/status`, { status: 'ended' });
      const calculate = (who: number) =>
        call(supervisors[who]!, 'POST', `/benefics/calculateBenefics/${order.id}`);
      const benefic = {
        orderId: order.id,
        commission: 1_235,
        partner: { idPartner: doctor.row.id, amount: 617 },
        platform: 618,
      };

      const endAndCalculate = async (who: number) => {
        expect([200, 409]).toContain((await end(who)).status);
        // One of the calls has ended it by now.
        expect((await calculate(who)).body).toEqual({ success: true, benefic });
      };
      const calculateEarly = async (who: number) => {
        const { status, body } = await calculate(who);
        if (status === 200) expect(body).toEqual({ success: true, benefic });
        else expect([status, body.code]).toEqual([409, 'ORDER_NOT_ENDED']);
      };
      const moves = [
        () => endAndCalculate(0),
        () => endAndCalculate(1),
        () => calculateEarly(0),
        () => calculateEarly(1),
      ];
      await Promise.all(shuffled(moves, round).map((move) => move()));

      const { rows } = await server.pool.query(
        `select (select count(*)::int from journals where order_id = $1 and kind = 'ending') as endings,
        (select count(*)::int from notifications where user_id = $2) as notices`,
        [order.id, doctor.row.id],
      );
      expect(rows).toEqual([{ endings: 1, notices: 1 }]);
      expect((await call(doctor, 'GET', '/benefics/partner')).body).toEqual({
        total: 617,
        totalPaid: 0,
        pending: 617,
        held: 0,
      });
    });
  },
  RACE_MS,
);
