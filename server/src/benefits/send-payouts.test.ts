import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { payouts } from '../database/schema/payouts.ts';
import { users } from '../database/schema/users.ts';
import { hashPassword } from '../session/passwords.ts';
import { upsertPayoutAccount } from './payout-queries.ts';
import {
  admin,
  earn,
  earnings,
  fake,
  later,
  listed,
  made,
  mine,
  partner,
  pay,
  phone,
  phones,
  prepareSending,
  read,
  run,
  server,
  titles,
} from './sending.fixture.ts';

prepareSending();

/** The partner's requests to be paid on another account, with their password unless the body has one. */
async function sayWithPassword() {
  const password = 'bonjour';
  const passwordHash = await hashPassword(password);
  await server.db.update(users).set({ passwordHash }).where(eq(users.id, partner.row.id));
  return (account: object) =>
    server.call(partner, 'PUT', '/benefics/account', { currentPassword: password, ...account });
}

describe('a payout to a partner who said where', () => {
  it('is sent to that telephone by the job, once, and told', async () => {
    const { status, body } = await pay();
    expect([status, body.payments]).toMatchObject([200, [{ idPartner: partner.row.id, amount: 300 }]]);
    expect(await read()).toMatchObject({ total: 500, totalPaid: 300, pending: 200, sending: 300 });
    expect(await made()).toEqual([]);
    expect(await titles(partner.row)).toEqual(['Paiement en route']);
    expect(await run()).toBe(1);
    const [sent] = await made();
    expect(sent).toMatchObject({
      status: 'sent',
      starts: 1,
      asked: {
        amount: 300,
        mode: 'moov',
        currency: { iso: 'XOF' },
        customer: {
          firstname: 'Rachidi',
          lastname: 'Sossa Agbo',
          phone_number: { number: phone, country: 'bj' },
        },
      },
    });
    expect(await mine()).toMatchObject([{ state: 'done', provider: 'fedapay', nextTryAt: null }]);
    expect(await read()).toEqual({
      total: 500,
      totalPaid: 300,
      pending: 200,
      held: 0,
      account: { operator: 'moov', phone },
    });
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

  it('tells the partner when another account is said, and not the first or the same one', async () => {
    const say = await sayWithPassword();
    await say({ operator: 'moov', phone });
    expect(await titles(partner.row)).toEqual([]);
    await say({ operator: 'mtn', phone: '0166000008' });
    expect(await titles(partner.row)).toEqual(['Compte de paiement changé']);
  });

  it('keeps the account without the partner’s password: their session may be stolen', async () => {
    const say = await sayWithPassword();
    const other = { operator: 'mtn', phone: '0166000008' };
    expect((await say({ ...other, currentPassword: 'faux' })).body.code).toBe('WRONG_PASSWORD');
    expect((await say({ ...other, currentPassword: undefined })).body).toMatchObject({
      code: 'INVALID',
      fields: { currentPassword: 'Mot de passe actuel requis' },
    });
    expect((await read()).account).toEqual({ operator: 'moov', phone });
    expect((await say(other)).body.account).toEqual({ operator: 'mtn', phone: '+2290166000008' });
  });

  it('is noted as paid by hand without an account, and while payouts are manual', async () => {
    const other = await buildUser(server.db, { type: 'partnerDoctor', verified: true });
    await earn(other);
    const body = [{ idPartner: other.id, amount: 100 }];
    expect((await server.call(admin, 'POST', '/benefics/pay/partner', body)).status).toBe(200);
    const rows = await server.db.select().from(payouts).where(eq(payouts.beneficiaryId, other.id));
    expect(rows).toEqual([]);
    expect(await titles(other)).toEqual(['Paiement reçu']);
  });

  it('is 1 000 000 F at most', async () => {
    await earnings.order(partner.row.id, 2_400_000);
    const { status, body } = await pay(1_000_001);
    expect([status, body.code]).toEqual([409, 'PAYOUT_TOO_HIGH']);
    expect(body.message).toMatch(/^Un versement est de 1\s000\s000 F au plus/);
    expect(await mine()).toEqual([]);
    const { partners } = (await server.call(admin, 'GET', '/benefics/superadmin')).body;
    expect(partners).toContainEqual(
      expect.objectContaining({
        idPartner: partner.row.id,
        account: { operator: 'moov', phone, isSent: true, maxAmount: 1_000_000 },
      }),
    );
  });

  it('waits when the telephone had three in a day', async () => {
    for (const amount of [1, 2, 3, 4]) await pay(amount);
    await run();
    expect((await mine()).map(({ state }) => state).toSorted()).toEqual(['asked', 'done', 'done', 'done']);
    later(25 * 3600);
    await run();
    expect((await mine()).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });
});

describe('the provider', () => {
  it.each(['silent', 'error', 'garbage', 'other-shape', 'refused-key'] as const)(
    'is asked again after « %s », and pays once',
    async (trouble) => {
      await pay();
      fake.trouble = trouble;
      await run();
      expect(await mine()).toMatchObject([{ state: 'asked' }]);
      fake.trouble = null;
      later();
      await run();
      expect(await mine()).toMatchObject([{ state: 'done' }]);
      expect((await made()).filter(({ starts }) => starts > 0)).toMatchObject([{ starts: 1 }]);
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
    expect(await mine()).toMatchObject([{ state: 'done' }]);
    expect(await made()).toMatchObject([{ starts: 1 }]);
  });

  it('that takes its time is asked until it says sent', async () => {
    fake.payoutBehaviour = 'started';
    await pay();
    await run();
    expect(await mine()).toMatchObject([{ state: 'sent' }]);
    expect(await listed()).toMatchObject([{ state: 'sent', amount: 300, phone: `01 •• •• •• ${phones}` }]);
    fake.settlePayouts('sent');
    later();
    await run();
    expect(await mine()).toMatchObject([{ state: 'done' }]);
    expect(await made()).toMatchObject([{ starts: 1 }]);
    expect(await listed()).toEqual([]);
  });

  it('is asked by one of two jobs at once', async () => {
    await pay();
    await Promise.all([run(), run(), run()]);
    expect(await made()).toMatchObject([{ starts: 1 }]);
  });
});
