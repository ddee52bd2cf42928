import type { CardRefusal } from '@amasin/domain/insurance/card-refusal.ts';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { decideCard } from '../../insurance/queries.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { insertEvents } from '../change-queries.ts';
import { cardAccepted, cardRefused } from './announce.ts';
import { limitOrder } from './limit-order.ts';
import { findUnpaidWithCard, setCardVerified } from './queries.ts';

interface Check {
  /** The rate and the file that were read. */
  readonly taux: number;
  readonly url: string;
  readonly refused: CardRefusal | null;
}

/**
 * Decides on a card that its customer waits for, and on their unpaid orders with it: accepted, its whole rate applies; refused,
 * it takes nothing off. An order in an open portal keeps its amount. Of two at once, one decides.
 * @throws 409 CARD_CHECKED when it waits for no check (any more), or is not what was read
 */
export async function checkCard(ctx: Ctx, id: string, { taux, url, refused }: Check): Promise<void> {
  const [at, actorId] = [ctx.clock.now(), ctx.actor._id];
  await transact(ctx.db, async (tx) => {
    const card = await decideCard(tx, id, { rate: taux, fileKey: url, refused, checkedById: actorId });
    if (card === null) throw new Refusal('CARD_CHECKED');
    for (const orderId of await findUnpaidWithCard(tx, card)) {
      if (!(await limitOrder(ctx, tx, orderId, refused === null ? null : 0)) || refused !== null) continue;
      if (!(await setCardVerified(tx, orderId, true))) continue;
      const event = { orderId, at, actorId, action: 'check-insurance', from: 'false', to: 'true' };
      await insertEvents(tx, [event]);
    }
    const { ownerId } = card;
    const details = { fields: ['verified'], to: refused === null };
    await record(ctx, tx, { action: 'change', kind: 'card', id, customerId: ownerId, details });
    await notify(ctx.jobs, tx, at, [
      refused === null ? cardAccepted(ownerId) : cardRefused(ownerId, refused),
    ]);
  });
}
