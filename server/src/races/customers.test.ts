import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { elsewhere, fillBasket, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// What a customer does while the catalogue changes, or from several devices at once.

let server: TestApp;
let call: Caller;
let admin: Visitor;

beforeAll(async () => {
  // All registrations come from one address.
  server = await startTestApp({ settings: { addressLimit: 100_000 } });
  call = await callOverHttp(server);
  admin = await server.signIn('superAdmin');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const OLD_TOTAL = 4_825;
/** What changes, and the refusal of a payment that comes too late. */
const changes = [
  { path: 'zone', body: { price: 900 }, code: 'AMOUNT_CHANGED' },
  { path: 'medication', body: { price: 1_000 }, code: 'AMOUNT_CHANGED' },
  { path: 'medication', body: null, code: 'MEDICATION_UNAVAILABLE' },
  { path: 'zone', body: null, code: 'ZONE_UNAVAILABLE' },
] as const;

it(
  'a price, a medicine or a zone that changes while its payment is opened: the shown total, or a refusal',
  async () => {
    await inRounds(2, async (round) => {
      const { path, body, code } = changes[round % changes.length] ?? changes[0];
      const customer = await server.signIn('customer');
      const { order, zone, medication } = await fillBasket(server);
      const url = path === 'zone' ? `/zones/${zone.id}` : `/medications/${medication.id}`;
      const paying = [1, 2, 3].map(() => elsewhere({ ...order, finalAmount: OLD_TOTAL }));
      const calls = [
        ...paying.map((one) => () => call(customer, 'POST', '/payments', { order: one })),
        () => (body === null ? call(admin, 'DELETE', url) : call(admin, 'PUT', url, body)),
      ];
      const answers = await Promise.all(
        shuffled(
          calls.map((run, index) => ({ run, index })),
          round,
        ).map(async ({ run, index }) => ({ index, ...(await run()) })),
      );
      for (const { index, status, body: answer } of answers) {
        if (index === paying.length) expect(status).toBeLessThan(300);
        else if (status !== 201) expect([status, answer.code]).toEqual([409, code]);
        else {
          expect(answer.amount).toBe(OLD_TOTAL);
          await providerDoes(server, answer.transactionId, 'silent');
          const placed = await place(server, customer, paying[index]!, answer.transactionId);
          expect([placed.status, placed.body.order.totalAmount]).toEqual([201, OLD_TOTAL]);
        }
      }
    });
  },
  RACE_MS,
);

it(
  'one telephone registered in every notation at once is one account',
  async () => {
    await inRounds(1, async (round) => {
      const local = String(60_000_000 + round);
      const forms = [local, `01${local}`, `+229${local}`, `+22901${local}`, `0022901${local}`];
      const answers = await Promise.all(
        shuffled(forms, round).map((phone) =>
          call(null, 'POST', '/auth/register', { name: 'Rosine Agossou', phone, password: 'secret' }),
        ),
      );
      expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([
        201,
        ...times(4, () => 'PHONE_TAKEN'),
      ]);
    });
  },
  RACE_MS,
);

it(
  'one key sent twenty times at once runs once; with another body it is refused',
  async () => {
    const customer = await server.signIn('customer');
    const { order } = await fillBasket(server);
    await inRounds(1, async (round) => {
      const headers = { 'idempotency-key': `round ${round}` };
      const send = (body: object) => call(customer, 'POST', '/payments', body, headers);
      const first = { order: elsewhere(order) };
      const other = { order: elsewhere(order) };
      const answers = await Promise.all(times(20, () => send(first)));
      const done = answers.filter(({ status }) => status === 201);
      expect(done.length).toBeGreaterThan(0);
      expect(new Set(done.map(({ body }) => body.transactionId)).size).toBe(1);
      const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code);
      expect(refused.filter((code) => code !== 'IN_PROGRESS')).toEqual([]);
      expect(await send(other)).toMatchObject({ status: 422, body: { code: 'KEY_REUSED' } });
      expect((await send(first)).body).toEqual(done[0]?.body);
    });
  },
  RACE_MS,
);
