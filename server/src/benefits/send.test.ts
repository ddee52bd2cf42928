import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { notifications } from '../database/schema/notifications.ts';
import { entries, payouts } from '../database/schema/payouts.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from '../payments/providers/fedapay.fixture.ts';
import { fedapayProvider } from '../payments/providers/fedapay.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { titlesTo } from '../testing/notices.ts';
import { elsewhere, fillBasket, openPayment, readPayment } from '../testing/pay.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Earnings, prepareEarnings } from './earnings.fixture.ts';
import { upsertPayoutAccount } from './payout-queries.ts';
import { sendPayouts } from './send.ts';

const LIMIT_MS = 1_500;
const DAY = 24 * 3_600;
/** The operator's money on FedaPay's balance, F. */
const ENOUGH = 10_000_000;
const NAME = 'Rachidi Sossa Agbo';

let fake: FakeFedapay;
let server: TestApp;
let earnings: Earnings;
let admin: Visitor;
/** Each test has its own partner and telephone, which gets three payouts a day; they are owed 500 F. */
let partner: Visitor;
let phones = 10;
let phone = '';

beforeAll(async () => {
  const clock = { now: () => server.clock.now() };
  fake = await startFedapay(clock);
  fake.toppedUp = ENOUGH;
  const settings = readProviderSettings('fedapay', fedapayEnv(fake.url));
  if (settings.provider !== 'fedapay') throw new Error('not FedaPay');
  const payments = fedapayProvider(settings, clock, LIMIT_MS);
  server = await startTestApp({ payments, settings: { payouts: 'provider' } });
  earnings = await prepareEarnings(server.db);
  admin = await server.signIn('superAdmin');
});
beforeEach(async () => {
  admin = await server.session(admin.row);
  partner = await server.signIn('partnerDoctor', { verified: true, name: NAME });
  await earnings.order(partner.row.id, 1_000);
  phones += 1;
  phone = `+22901660000${phones}`;
  await upsertPayoutAccount(server.db, partner.row.id, { operator: 'moov', phone });
});
afterEach(async () => {
  fake.trouble = null;
  fake.payoutBehaviour = 'sent';
  fake.toppedUp = ENOUGH;
  await expectInvariants(server.db);
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

const pay = (amount = 300) =>
  server.call(admin, 'POST', '/benefics/pay/partner', [{ idPartner: partner.row.id, amount }]);
const run = () => sendPayouts(server.ctx);
const later = (seconds = 3_600) => server.clock.advance(seconds);
/** Waits so long that both have to sign in again. */
async function daysLater(seconds: number): Promise<void> {
  later(seconds);
  admin = await server.session(admin.row);
  partner = await server.session(partner.row);
}
const mine = async () => {
  const rows = await server.db.select().from(payouts).where(eq(payouts.beneficiaryId, partner.row.id));
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
};
const states = async () => (await mine()).map(({ state }) => state);
/** The payouts of this test at FedaPay. */
const made = async () => {
  const ids = (await mine()).map(({ id }) => id);
  return fake.payouts.filter(({ asked }) => ids.includes(asked.merchant_reference));
};
const starts = async () => (await made()).map((payout) => payout.starts);
const read = async () => (await server.call(partner, 'GET', '/benefics/partner')).body;
const listed = async () =>
  (await server.call(admin, 'GET', '/benefics/payouts')).body.payouts.filter(
    (one: { partner: { _id: string } }) => one.partner._id === partner.row.id,
  );
const noticesTo = ({ id }: UserRow) =>
  server.db.select().from(notifications).where(eq(notifications.userId, id)).orderBy(notifications.id);
const titles = (user: UserRow) => titlesTo(server, user);
const failuresToldAdmin = async () =>
  (await noticesTo(admin.row))
    .filter(({ title }) => title === 'Versement échoué')
    .map(({ message }) => message);
/** XOF that the ledger has paid out of the bank. */
const paidOut = async () => {
  const rows = await server.db.select().from(entries).where(eq(entries.account, 'bank'));
  return rows.reduce((sum, { amount }) => sum - amount, 0);
};
const replace = (id: string, path: 'retry' | 'by-hand', who = admin) =>
  server.call(
    who,
    'POST',
    `/benefics/payouts/${id}/${path}`,
    path === 'retry' ? undefined : { note: 'En espèces' },
  );

async function fail(amount = 300) {
  fake.payoutBehaviour = 'failed';
  await pay(amount);
  await run();
  fake.payoutBehaviour = 'sent';
  const [payout] = await mine();
  return payout!;
}
/** The payout failed for this reason, nothing left the provider, and the partner is owed as before. */
async function expectOwedAgain(failure: string) {
  expect(await mine()).toMatchObject([{ state: 'failed', failure }]);
  expect(await made()).toMatchObject([{ starts: 0, isDeleted: true }]);
  expect(await listed()).toMatchObject([{ state: 'failed', amount: 300 }]);
  expect(await read()).toMatchObject({ total: 500, totalPaid: 0, pending: 500 });
  const message = `300 F à ${NAME} (${failure}) : la somme est de nouveau à payer.`;
  expect((await failuresToldAdmin()).at(-1)).toBe(message);
}
/** The super administrator asks for the failed payout again, and it is made. */
async function retry() {
  const [failed] = await mine();
  expect((await replace(failed!.id, 'retry')).status).toBe(204);
  await run();
  expect(await mine()).toMatchObject([{ state: 'failed' }, { state: 'done', replacesId: failed!.id }]);
  expect(await read()).toMatchObject({ totalPaid: 300, pending: 200 });
}

describe('a payout to a partner who said where', () => {
  it('is sent to that telephone by the job, once, and the partner is told', async () => {
    const { status, body } = await pay();
    expect([status, body.payments]).toMatchObject([200, [{ idPartner: partner.row.id, amount: 300 }]]);
    expect(await read()).toMatchObject({ total: 500, totalPaid: 300, pending: 200, sending: 300 });
    expect(await made()).toEqual([]);
    expect(await titles(partner.row)).toEqual(['Paiement en route']);
    expect(await run()).toBe(1);
    const phone_number = { number: phone, country: 'bj' };
    const customer = { firstname: 'Rachidi', lastname: 'Sossa Agbo', phone_number };
    const asked = { amount: 300, mode: 'moov', currency: { iso: 'XOF' }, customer };
    expect(await made()).toMatchObject([{ status: 'sent', starts: 1, asked }]);
    expect(await mine()).toMatchObject([{ state: 'done', provider: 'fedapay', nextTryAt: null }]);
    const account = { operator: 'moov', phone };
    expect(await read()).toEqual({ total: 500, totalPaid: 300, pending: 200, held: 0, account });
    expect(await titles(partner.row)).toEqual(['Paiement en route', 'Paiement reçu']);
    later();
    expect(await run()).toBe(0);
    expect(await made()).toHaveLength(1);
  });

  it('goes where it was decided, whatever the partner says afterwards', async () => {
    await pay();
    await upsertPayoutAccount(server.db, partner.row.id, { operator: 'mtn', phone: '+2290166000008' });
    await run();
    expect(await mine()).toMatchObject([{ operator: 'moov', phone }]);
  });

  it('goes elsewhere only with the partner’s password, and they are told of another account', async () => {
    const currentPassword = 'bonjour';
    const passwordHash = await quickHash(currentPassword);
    await server.db.update(users).set({ passwordHash }).where(eq(users.id, partner.row.id));
    const say = (account: object) =>
      server.call(partner, 'PUT', '/benefics/account', { currentPassword, ...account });
    const other = { operator: 'mtn', phone: '0166000008' };
    expect((await say({ ...other, currentPassword: 'faux' })).body.code).toBe('WRONG_PASSWORD');
    expect((await say({ ...other, currentPassword: undefined })).body).toMatchObject({
      code: 'INVALID',
      fields: { currentPassword: 'Mot de passe actuel requis' },
    });
    expect((await read()).account).toEqual({ operator: 'moov', phone });
    await say({ operator: 'moov', phone });
    expect(await titles(partner.row)).toEqual([]);
    expect((await say(other)).status).toBe(200);
    expect((await read()).account).toEqual({ operator: 'mtn', phone: '+2290166000008' });
    expect(await titles(partner.row)).toEqual(['Compte de paiement changé']);
  });

  it('is noted as paid by hand without an account', async () => {
    const other = await buildUser(server.db, { type: 'partnerDoctor', verified: true });
    await earnings.order(other.id, 1_000);
    const body = [{ idPartner: other.id, amount: 100 }];
    expect((await server.call(admin, 'POST', '/benefics/pay/partner', body)).status).toBe(200);
    expect(await server.db.select().from(payouts).where(eq(payouts.beneficiaryId, other.id))).toEqual([]);
    expect(await titles(other)).toEqual(['Paiement reçu']);
  });

  it('keeps the account until the payout has arrived: its person is not removed before', async () => {
    await pay(500);
    const remove = () => server.call(admin, 'DELETE', `/users/${partner.row.id}`);
    expect((await remove()).status).toBe(409);
    await run();
    expect((await remove()).status).toBe(204);
    expect(await mine()).toMatchObject([{ phone: null, state: 'done' }]);
  });

  it('never changes once it is settled', async () => {
    await pay();
    await run();
    const [payout] = await mine();
    for (const change of [
      'update payouts set amount_fcfa = 1 where id = $1',
      `update payouts set state = 'asked', settled_at = null, next_try_at = now() where id = $1`,
      'delete from payouts where id = $1',
    ])
      await expect(server.pool.query(change, [payout!.id])).rejects.toThrow(/settled/);
  });
});

describe('the provider', () => {
  it.each(['silent', 'error', 'garbage', 'other-shape', 'refused-key'] as const)(
    'is asked again after « %s », and pays once',
    async (trouble) => {
      await pay();
      fake.trouble = trouble;
      await run();
      expect(await states()).toEqual(['asked']);
      fake.trouble = null;
      later();
      await run();
      expect(await states()).toEqual(['done']);
      expect((await starts()).filter((n) => n > 0)).toEqual([1]);
    },
  );

  it('that has paid without an answer is not asked to pay again', async () => {
    fake.payoutBehaviour = 'lost';
    await pay();
    await run();
    expect(await mine()).toMatchObject([{ state: 'asked', providerPayoutId: expect.any(String) }]);
    fake.payoutBehaviour = 'sent';
    later();
    await run();
    expect(await states()).toEqual(['done']);
    expect(await starts()).toEqual([1]);
  });

  it('that takes its time is asked until it says sent', async () => {
    fake.payoutBehaviour = 'started';
    await pay();
    await run();
    expect(await states()).toEqual(['sent']);
    expect(await listed()).toMatchObject([{ state: 'sent', amount: 300, phone: `01 •• •• •• ${phones}` }]);
    fake.settlePayouts('sent');
    later();
    await run();
    expect(await states()).toEqual(['done']);
    expect(await starts()).toEqual([1]);
    expect(await listed()).toEqual([]);
  });

  it('is asked once a run what it has made already, however many payouts the run sends', async () => {
    const partners = [];
    for (let n = 0; n < 12; n += 1) {
      const { id } = await buildUser(server.db, { type: 'partnerDoctor' });
      await earnings.order(id, 1_000);
      await upsertPayoutAccount(server.db, id, { operator: 'mtn', phone: `+22901670000${10 + n}` });
      partners.push({ idPartner: id, amount: 300 });
    }
    expect((await server.call(admin, 'POST', '/benefics/pay/partner', partners)).status).toBe(200);
    const before = fake.calls.length;
    expect(await run()).toBe(12);
    const lists = fake.calls
      .slice(before)
      .filter((call) => call.startsWith('GET /v1/payouts/search?page=1&'));
    expect(lists).toHaveLength(1);
  });

  it('is asked anew what it has made before a payout is tried again', async () => {
    fake.trouble = 'error';
    await pay(100);
    await run();
    fake.trouble = null;
    const [unanswered] = await mine();
    const { id: payoutId, amount, askedAt } = unanswered!;
    await pay(200);
    later();
    // Its first request arrives late, when the run has read the list already.
    const { payouts } = server.ctx.payments;
    const { prepare } = payouts!;
    Object.assign(payouts!, {
      prepare: async (request: Parameters<typeof prepare>[0]) => {
        await prepare({ ...request, payoutId, amount, askedAt });
        return prepare(request);
      },
    });
    expect(await run()).toBe(2);
    Object.assign(payouts!, { prepare });
    expect((await made()).map(({ asked, starts }) => [asked.amount, starts])).toEqual([
      [100, 1],
      [200, 1],
    ]);
  });

  it('is asked by one of three jobs at once', async () => {
    await pay();
    await Promise.all([run(), run(), run()]);
    expect(await starts()).toEqual([1]);
  });
});

describe('FedaPay’s limits', () => {
  it('hold customers’ money for 72 hours: until then a payout of it fails', async () => {
    const customer = await server.signIn('customer');
    const { order } = await fillBasket(server);
    const { transactionId, amount } = await openPayment(server, customer, { order: elsewhere(order) });
    fake.settle(transactionId, { status: 'paid' });
    expect((await readPayment(server, customer, transactionId)).status).toBe('paid');
    fake.toppedUp -= fake.usable();
    const held = fake.held();
    const before = await paidOut();

    await pay();
    await daysLater(72 * 3_600 - 1);
    await run();
    await expectOwedAgain('Solde insuffisant');
    expect([fake.held(), await paidOut()]).toEqual([held, before]);

    later(1);
    expect(fake.usable()).toBe(amount);
    await retry();
    expect([fake.held(), await paidOut()]).toEqual([held - 300, before + 300]);
  });

  it('give a telephone three payouts in 24 hours: the others wait for their day, and none is refused', async () => {
    const held = fake.held();
    const before = await paidOut();
    for (const amount of [1, 2, 3, 4, 5, 6, 7]) await pay(amount);
    for (const done of [3, 6, 7]) {
      await run();
      expect((await states()).toSorted()).toEqual([
        ...Array(7 - done).fill('asked'),
        ...Array(done).fill('done'),
      ]);
      await daysLater(DAY + 3_600);
    }
    expect([fake.held(), await paidOut()]).toEqual([held - 28, before + 28]);
  });

  const requestOf = (payoutId: string, amount: number) =>
    ({ payoutId, amount, operator: 'moov', phone, name: NAME, askedAt: server.clock.now() }) as const;

  it('refuse a fourth one, because three were sent without us: it is owed again', async () => {
    const { payouts } = server.ctx.payments;
    for (const payoutId of ['dashboard-1', 'dashboard-2', 'dashboard-3']) {
      const request = requestOf(payoutId, 100);
      const id = await payouts!.prepare(request);
      expect(await payouts!.send(String(id), request)).toMatchObject({ state: 'done' });
    }
    const held = fake.held();
    const before = await paidOut();
    await pay();
    await run();
    await expectOwedAgain('Trois dépôts vers ce numéro en 24 heures');
    expect([fake.held(), await paidOut()]).toEqual([held, before]);
    await daysLater(DAY);
    await retry();
  });

  it('allow 1 000 000 F at once, and no more', async () => {
    await earnings.order(partner.row.id, 2_400_000);
    const { status, body } = await pay(1_000_001);
    expect([status, body.code]).toEqual([409, 'PAYOUT_TOO_HIGH']);
    expect(body.message).toMatch(/^Un versement est de 1\s000\s000 F au plus/);
    expect(await mine()).toEqual([]);
    const { partners } = (await server.call(admin, 'GET', '/benefics/superadmin')).body;
    const account = { operator: 'moov', phone, isSent: true, maxAmount: 1_000_000 };
    expect(partners).toContainEqual(expect.objectContaining({ idPartner: partner.row.id, account }));
    expect((await pay(1_000_000)).status).toBe(200);
    await run();
    expect(await states()).toEqual(['done']);
    for (const amount of [1_000_001, 0.5, 0])
      expect(await server.ctx.payments.payouts!.prepare(requestOf('more', amount))).toEqual({
        state: 'failed',
        reason: 'Montant invalide',
      });
  });
});

it('a settlement asks for no more than the provider can pay out', async () => {
  const settle = (amount: number) =>
    server.call(admin, 'POST', '/benefics/settlement', { payouts: [{ payee: partner.row.id, amount }] });
  const due = async () => {
    const { payees, usable } = (await server.call(admin, 'GET', '/benefics/settlement')).body;
    const own = payees.find(({ payee }: { payee: { _id: string } }) => payee._id === partner.row.id);
    return { usable, now: own.now, waits: own.waits };
  };
  fake.toppedUp -= fake.usable() - 499;
  await server.call(admin, 'PUT', `/benefics/settlement/${partner.row.id}`, {
    interval: 'day',
    minimum: 0,
    leftOut: null,
  });
  expect(await due()).toEqual({ usable: 499, now: 0, waits: 'short' });
  expect(await settle(500)).toMatchObject({ status: 409, body: { code: 'PAYOUT_SHORT' } });
  // What is asked for and not sent is not there for the next one.
  expect((await settle(300)).status).toBe(200);
  expect(await settle(200)).toMatchObject({ body: { code: 'PAYOUT_SHORT' } });
  expect(await run()).toBe(1);
  fake.toppedUp += 1;
  expect((await settle(200)).status).toBe(200);
  expect(await run()).toBe(1);
});

describe('a payout that fails', () => {
  it('is owed again, once, and the super administrators and the partner are told', async () => {
    expect(await fail()).toMatchObject({ state: 'failed', failure: 'INVALID_ACCOUNT' });
    expect(await read()).toMatchObject({ total: 500, totalPaid: 0, pending: 500 });
    expect(await titles(partner.row)).toEqual(['Paiement en route', 'Paiement non arrivé']);
    expect(await titles(admin.row)).toContain('Versement échoué');
    later();
    await run();
    expect(await read()).toMatchObject({ pending: 500 });
    const { earnings: shares } = (await server.call(partner, 'GET', '/benefics/partner/earnings')).body;
    expect(shares).toMatchObject([{ amount: 500, paidAt: null }]);
  });

  it('is owed again once when a slow answer of the provider comes after that of the next job', async () => {
    await pay();
    const { payments } = server.ctx;
    const send = async () => {
      fake.payoutBehaviour = 'failed';
      later();
      await run();
      return { state: 'failed', reason: null } as const;
    };
    const slow = { ...payments, payouts: { ...payments.payouts!, send } };
    const faults: unknown[] = [];
    const log = { ...server.ctx.log, error: (fault: unknown) => void faults.push(fault) };
    await sendPayouts({ ...server.ctx, payments: slow, log });
    expect(faults).toEqual([]);
    expect(await states()).toEqual(['failed']);
    expect(await titles(partner.row)).toEqual(['Paiement en route', 'Paiement non arrivé']);
    expect(await read()).toMatchObject({ total: 500, totalPaid: 0, pending: 500 });
  });

  it('because FedaPay refuses to start it is removed there', async () => {
    fake.payoutBehaviour = 'refused';
    await pay();
    await run();
    await expectOwedAgain('Ce dépôt ne peut pas être envoyé');
  });

  it('because FedaPay refuses to make it is owed again, with its reason, and can be asked again', async () => {
    fake.payoutBehaviour = 'unmade';
    await pay();
    await run();
    expect(await listed()).toMatchObject([{ state: 'failed', failure: 'Numéro de téléphone invalide' }]);
    expect(await read()).toMatchObject({ totalPaid: 0, pending: 500 });
    expect(await made()).toEqual([]);
    fake.payoutBehaviour = 'sent';
    await retry();
  });

  // PostgreSQL stores no NUL: with one in its reason, the payout would never become failed.
  it('keeps plain text of at most 200 characters of the reason', async () => {
    fake.payoutBehaviour = 'unmade';
    fake.unmadeMessage = `Non\u0000\n\u202e<b>${'x'.repeat(400)}`;
    await pay();
    await run();
    expect(await mine()).toMatchObject([{ state: 'failed', failure: `Non <b>${'x'.repeat(193)}` }]);
  });

  it('is failed although the answer to its removal was lost, and is then sent again', async () => {
    fake.payoutBehaviour = 'refused';
    await pay();
    const { payments } = server.ctx;
    const provider = payments.payouts!;
    const send: typeof provider.send = async (...args) => {
      await provider.send(...args);
      throw new Error('no response within 10000 ms');
    };
    await sendPayouts({ ...server.ctx, payments: { ...payments, payouts: { ...provider, send } } });
    expect(await mine()).toMatchObject([{ state: 'asked', providerPayoutId: expect.any(String) }]);
    expect(await made()).toMatchObject([{ starts: 0, isDeleted: true }]);

    const before = await failuresToldAdmin();
    fake.payoutBehaviour = 'sent';
    later();
    await run();
    const failure = expect.stringMatching(/^inconnu chez le prestataire/);
    expect(await listed()).toMatchObject([{ state: 'failed', failure }]);
    expect(await failuresToldAdmin()).toHaveLength(before.length + 1);
    expect(await titles(partner.row)).toEqual(['Paiement en route', 'Paiement non arrivé']);
    expect(await read()).toMatchObject({ totalPaid: 0, pending: 500 });
    await retry();
    expect(await starts()).toEqual([0, 1]);
  });

  it('is asked again under another number, once for three clicks', async () => {
    const { id } = await fail();
    const answers = await Promise.all(Array.from({ length: 3 }, () => replace(id, 'retry')));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    await run();
    expect(await mine()).toMatchObject([{ state: 'failed' }, { state: 'done', replacesId: id }]);
    expect(await read()).toMatchObject({ totalPaid: 300, pending: 200 });
    const again = await replace(id, 'retry', await server.signIn('superAdmin'));
    expect([again.status, again.body.code]).toEqual([409, 'STATE_CHANGED']);
  });

  it('is noted as paid by hand, once', async () => {
    const { id } = await fail();
    const answers = await Promise.all([replace(id, 'by-hand'), replace(id, 'by-hand')]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    await run();
    expect(await mine()).toMatchObject([{}, { state: 'done', provider: null, note: 'En espèces' }]);
    expect(await read()).toMatchObject({ totalPaid: 300, pending: 200 });
    expect(await made()).toHaveLength(1);
    expect(await listed()).toEqual([]);
  });

  it('is not paid twice when it was paid from the list meanwhile', async () => {
    const { id } = await fail(500);
    expect(await listed()).toMatchObject([{ _id: id, state: 'failed', failure: 'INVALID_ACCOUNT' }]);
    expect((await pay(500)).status).toBe(200);
    const retried = await replace(id, 'retry');
    expect([retried.status, retried.body.code]).toEqual([409, 'ALREADY_PAID_OUT']);
    expect((await listed()).filter(({ state }: { state: string }) => state === 'failed')).toEqual([]);
  });

  it('is neither retried nor noted while it is not failed', async () => {
    await pay();
    const [payout] = await mine();
    for (const path of ['retry', 'by-hand'] as const)
      expect(await replace(payout!.id, path)).toMatchObject({
        status: 409,
        body: { code: 'STATE_CHANGED' },
      });
  });
});
