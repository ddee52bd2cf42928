import { beforeEach, expect, it } from 'vitest';
import { times } from '../testing/http.ts';
import { elsewhere } from '../testing/pay.ts';
import { basket, callOfFedapay, fedapay, open, server, startWithFedapay } from './payments.fixture.ts';

let phone: string;
let phones = 0;

startWithFedapay();
beforeEach(() => {
  phones += 1;
  phone = `01660000${10 + phones}`;
});

/** Asks this telephone to pay, each time from an account of its own. */
async function prompt(payingPhone = phone, fields = {}) {
  const customer = await server.signIn('customer', fields);
  const means = { provider: 'fedapay', operator: 'mtn', payingPhone };
  return server.call(customer, 'POST', '/payments', { order: elsewhere(basket.order), ...means });
}
const promptTimes = async (count: number, pause = 0) => {
  for (let n = 0; n < count; n += 1) {
    expect((await prompt()).status).toBe(201);
    server.clock.advance(pause);
  }
};
const countPushes = () => fedapay.pushes.filter((push) => push.includes(phone.slice(2))).length;
/** Expects a refusal, and the next request once its time has passed. */
async function expectToWait(wait: string, seconds: number) {
  expect(await prompt()).toMatchObject({
    status: 429,
    body: {
      code: 'PHONE_ASKED_ENOUGH',
      message: `Ce numéro vient de recevoir assez de demandes de paiement. Payez avec un autre numéro ou sur la page du prestataire, ou réessayez dans ${wait}.`,
    },
    headers: { 'retry-after': String(seconds) },
  });
  server.clock.advance(seconds);
  expect((await prompt()).status).toBe(201);
}

it('asks one telephone three times in ten minutes, and the provider for no other', async () => {
  await promptTimes(3);
  const calls = fedapay.calls.length;
  expect((await prompt()).status).toBe(429);
  expect([countPushes(), fedapay.calls.length]).toEqual([3, calls]);
  await expectToWait('10 min', 600);
});

it('asks one telephone five times in a day', async () => {
  await promptTimes(5, 3600);
  await expectToWait('19 h', 19 * 3600);
});

it('leaves a telephone alone for two minutes after its owner has declined', async () => {
  const { transactionId } = (await prompt()).body;
  fedapay.settle(transactionId, { status: 'declined' });
  expect(await callOfFedapay(transactionId)).toBe(200);
  await expectToWait('2 min', 120);
});

it('asks three times for twenty requests at once', async () => {
  const answers = await Promise.all(times(20, () => prompt()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(countPushes()).toBe(3);
});

it('counts for the account that the telephone belongs to, and not for another number or the page', async () => {
  await promptTimes(3);
  expect((await prompt(phone, { phone: `+229${phone}` })).status).toBe(429);
  expect((await prompt('0166999999')).status).toBe(201);
  await open(await server.signIn('customer'));
});
