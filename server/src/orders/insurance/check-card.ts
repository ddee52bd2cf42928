import type { CardRefusal } from '@amasin/domain/insurance/card-refusal.ts';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { OrderRow } from '../../database/schema/orders.ts';
import { transact } from '../../database/transaction.ts';
import { decideCard } from '../../insurance/queries.ts';
import { forgetRefusal, rememberRefusal } from '../../insurance/refusal-queries.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { findOrder } from '../queries.ts';
import { cardAccepted, cardRefused } from './announce.ts';
import { applyDecision } from './apply-decision.ts';
import { findOrdersWithCard } from './queries.ts';

interface Check {
  /** The rate and the file that were read. */
  readonly taux: number;
  readonly url: string;
  readonly refused: CardRefusal | null;
}

/**
 * Decides on a card that is to be checked, and on the orders with it: accepted, they can be paid; refused, unpaid ones lose it. An order in
 * an open portal keeps its amount until it is next paid for. Of two at once, one decides.
 * @throws 409 CARD_CHECKED when it waits for no check (any more), or is not what was read
 */
export async function checkCard(ctx: Ctx, id: string, { taux, url, refused }: Check): Promise<void> {
  const at = ctx.clock.now();
  const actorId = ctx.actor._id;
  await transact(ctx.db, async (tx) => {
    const card = await decideCard(tx, id, { rate: taux, fileKey: url, refused, checkedById: actorId });
    if (card === null) throw new Refusal('CARD_CHECKED');
    const decided = { isAccepted: refused === null, checkedById: actorId };
    if (refused === null) await forgetRefusal(ctx, tx, card);
    else await rememberRefusal(ctx, tx, card, { refused, at });
    let waiting: OrderRow | null = null;
    for (const orderId of await findOrdersWithCard(tx, card)) {
      const order = (await findOrder(tx, orderId))?.order;
      if (order?.cardAwaited) waiting = order;
      await applyDecision(ctx, tx, orderId, decided);
    }
    const { ownerId } = card;
    const details = { fields: ['verified'], to: refused === null };
    await record(ctx, tx, { action: 'change', kind: 'card', id, customerId: ownerId, details });
    await notify(ctx.jobs, tx, at, [
      refused === null ? cardAccepted(ownerId, waiting) : cardRefused(ownerId, refused),
    ]);
  });
}
