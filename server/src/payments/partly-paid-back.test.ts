import { describe, expect, it } from 'vitest';
import { notifications } from '../database/schema/notifications.ts';
import { strayDebits } from '../database/schema/refunds.ts';
import {
  fake,
  ordersOf,
  pay,
  payBack,
  preparePaidBack,
  recorded,
  row,
  server,
  state,
  supervisors,
  tell,
  told,
  transactionId,
} from './paid-back.fixture.ts';

preparePaidBack();

/** Their words for it differ before and after the money is transferred. */
const payBackPart = async (word = 'approved_partially_refunded') => {
  fake.settle(transactionId, { status: 'paid', word });
  await tell();
};

describe('a payment that was paid back in part in the provider’s dashboard', () => {
  const inPart = (number: string) =>
    `FedaPay dit rendu en partie le paiement de la commande ${number} (4 825 F). Vérifiez-la.`;

  it('is told to the supervisors once, is in the journal, and changes nothing else', async () => {
    await pay();
    const before = await state();
    const [order] = await ordersOf();
    for (let n = 0; n < 3; n += 1) await payBackPart();
    await payBackPart('transferred_partially_refunded');
    expect(await told()).toEqual([
      { message: inPart(order!.number), link: `/supervisor-dashboard?order=${order!.id}` },
    ]);
    expect(await recorded('partly-refunded')).toEqual([
      { action: 'settle', details: { event: 'report', amount: 4825, to: 'partly-refunded' } },
    ]);
    expect(await state()).toEqual(before);
    expect(await server.db.select().from(strayDebits)).toEqual([]);
  });

  it('is told again when the rest is paid back', async () => {
    await pay();
    await payBackPart();
    fake.settle(transactionId, { status: 'paid' });
    await payBack();
    expect(await told()).toHaveLength(2);
    expect(await recorded()).toHaveLength(1);
  });

  it('is not told when its refund was decided here', async () => {
    await pay(10);
    const path = `/payments/${transactionId}/refund`;
    expect((await server.call(supervisors[0]!, 'POST', path)).status).toBe(204);
    await payBackPart();
    expect(await told()).toEqual([]);
  });

  it('waits for a supervisor, who reads why, when nobody had heard that it was paid', async () => {
    await payBackPart();
    await payBackPart();
    expect(await row()).toMatchObject({ status: 'review', reviewReason: 'amount', orderId: null });
    expect(await ordersOf()).toEqual([]);
    const messages = await server.db.select({ message: notifications.message }).from(notifications);
    const message = `Transaction ${transactionId} : rendu en partie par le prestataire, sur 4825 XOF.`;
    expect(messages).toEqual([{ message }, { message }]);
  });

  it('is not the one that FedaPay names', async () => {
    await pay();
    fake.settle(transactionId, {
      status: 'paid',
      word: 'approved_partially_refunded',
      ofTransaction: `TX-${'0'.repeat(30)}`,
    });
    await tell();
    expect(await told()).toEqual([]);
  });
});
