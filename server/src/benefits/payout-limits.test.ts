import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { notifications } from '../database/schema/notifications.ts';
import { entries } from '../database/schema/payouts.ts';
import { elsewhere, fillBasket, openPayment, readPayment } from '../testing/pay.ts';
import {
  admin,
  daysLater,
  earnings,
  fake,
  later,
  listed,
  made,
  mine,
  partner,
  pay,
  phone,
  prepareSending,
  read,
  run,
  server,
} from './sending.fixture.ts';

prepareSending();

const DAY = 24 * 3600;

/** XOF that the ledger has paid out of the bank. */
const paidOut = async () => {
  const rows = await server.db.select().from(entries).where(eq(entries.account, 'bank'));
  return rows.reduce((sum, { amount }) => sum - amount, 0);
};
const states = async () => (await mine()).map(({ state }) => state);
const toldAdmin = async () =>
  (await server.db.select().from(notifications).where(eq(notifications.userId, admin.row.id)))
    .filter(({ title }) => title === 'Versement échoué')
    .map(({ message }) => message);

/** The payout failed for this reason, nothing left the provider, and the partner is owed as before. */
async function expectOwedAgain(failure: string) {
  expect(await mine()).toMatchObject([{ state: 'failed', failure }]);
  expect(await made()).toMatchObject([{ starts: 0, isDeleted: true }]);
  expect(await listed()).toMatchObject([{ state: 'failed', amount: 300 }]);
  expect(await read()).toMatchObject({ total: 500, totalPaid: 0, pending: 500 });
  expect((await toldAdmin()).at(-1)).toBe(
    `300 F à Rachidi Sossa Agbo (${failure}) : la somme est de nouveau à payer.`,
  );
}

async function retry() {
  const [failed] = await mine();
  expect((await server.call(admin, 'POST', `/benefics/payouts/${failed?.id}/retry`)).status).toBe(204);
  await run();
  expect(await states()).toEqual(['failed', 'done']);
  expect(await read()).toMatchObject({ totalPaid: 300, pending: 200 });
}

describe('FedaPay’s limits of payouts', () => {
  it('what customers paid is usable after 72 hours: until then a payout of it fails', async () => {
    const customer = await server.signIn('customer');
    const { order } = await fillBasket(server);
    const { transactionId, amount } = await openPayment(server, customer, { order: elsewhere(order) });
    fake.settle(transactionId, { status: 'paid' });
    expect((await readPayment(server, customer, transactionId)).status).toBe('paid');
    fake.toppedUp -= fake.usable();
    const held = fake.held();
    const before = await paidOut();

    await pay();
    await daysLater(72 * 3600 - 1);
    await run();
    await expectOwedAgain('Solde insuffisant');
    expect([fake.held(), await paidOut()]).toEqual([held, before]);

    later(1);
    expect(fake.usable()).toBe(amount);
    await retry();
    expect([fake.held(), await paidOut()]).toEqual([held - 300, before + 300]);
  });

  it('a telephone gets three in 24 hours: the others wait for their day, and none is refused', async () => {
    const held = fake.held();
    const before = await paidOut();
    for (const amount of [1, 2, 3, 4, 5, 6, 7]) await pay(amount);
    for (const done of [3, 6, 7]) {
      await run();
      expect((await states()).toSorted()).toEqual([
        ...Array(7 - done).fill('asked'),
        ...Array(done).fill('done'),
      ]);
      await daysLater(DAY + 3600);
    }
    expect([fake.held(), await paidOut()]).toEqual([held - 28, before + 28]);
  });

  it('a fourth one that FedaPay refuses, because three were sent without us, is owed again', async () => {
    const { payouts } = server.ctx.payments;
    for (const payoutId of ['dashboard-1', 'dashboard-2', 'dashboard-3']) {
      const person = { phone, name: 'Rachidi Sossa Agbo', askedAt: server.clock.now() };
      const request = { payoutId, amount: 100, operator: 'moov', ...person } as const;
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

  it('one of 1 000 000 F is sent, and FedaPay makes none of more', async () => {
    await earnings.order(partner.row.id, 2_400_000);
    expect((await pay(1_000_000)).status).toBe(200);
    await run();
    expect(await states()).toEqual(['done']);
    const { payouts } = server.ctx.payments;
    const person = { phone, name: 'Rachidi Sossa Agbo', askedAt: server.clock.now() };
    const request = { payoutId: 'more', operator: 'moov', ...person } as const;
    for (const amount of [1_000_001, 0.5, 0])
      expect(await payouts!.prepare({ ...request, amount })).toEqual({
        state: 'failed',
        reason: 'Montant invalide',
      });
  });
});
