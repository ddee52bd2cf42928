import {
  type MedicinePlace,
  type ReturnReason,
  returnLabels,
  returnReasonsTold,
} from '@amasin/domain/orders/reasons.ts';
import { bookOrder } from '../benefits/record-journals.ts';
import type { Ctx } from '../ctx.ts';
import { together, transact } from '../database/transaction.ts';
import { type Message, notify } from '../notifications/notify.ts';
import type { Seen } from '../scopes/seen.ts';
import { announceAgain } from '../sms/send.ts';
import { insertEvents, lockOrder, setBroughtBack } from './change-queries.ts';
import { payReturn } from './hand-over.ts';
import { loadOrder, stateChanged } from './load.ts';
import { toCustomer, toOne } from './notices.ts';
import { didMove, type OrderView } from './queries.ts';

interface Return {
  readonly reason: ReturnReason;
  readonly medicinesAt: MedicinePlace;
}

/**
 * Brings an order back that could not be handed over: it is to be delivered anew, by whoever is assigned next (rule 51). Repeated by
 * the same user, it changes nothing.
 * @throws 409 STATE_CHANGED when it is not on its way
 */
export async function bringBack(
  ctx: Ctx,
  view: Seen<OrderView>,
  { reason, medicinesAt }: Return,
): Promise<void> {
  const { id: orderId } = view.order;
  const at = ctx.clock.now();
  const isBack = await transact(ctx.db, async (tx) => {
    // Its courier may be replaced at this moment, and the messages name the one who has it.
    const locked = await lockOrder(tx, orderId);
    const { deliveryPersonId: courierId } = locked;
    if (courierId === null) return false;
    const heldById = medicinesAt === 'courier' ? courierId : null;
    if (!(await setBroughtBack(tx, orderId, { reason, heldById, at }))) return false;
    const event = { orderId, at, actorId: ctx.actor._id };
    await together(
      insertEvents(tx, [
        { ...event, action: 'bring-back', from: 'delivering', to: 'pending', reason },
        { ...event, action: 'release-delivery-person', from: courierId, reason },
      ]),
      bookOrder(tx, { orderId, kind: 'taken-back', at }),
      payReturn(ctx, tx, locked, at),
      announceAgain(tx, 'on-the-way', orderId),
      notify(ctx.jobs, tx, at, messagesOf(view, { courierId, reason, medicinesAt })),
    );
    return true;
  });
  if (isBack) return;
  const { order: now } = await loadOrder(ctx, orderId);
  const isMine = now.state === 'pending' && (await didMove(ctx.db, orderId, ctx.actor._id, 'pending'));
  if (!isMine) throw stateChanged(ctx.actor, now);
}

/** Tells the customer what comes next, and the pharmacy and the courier where the medicines are said to be. */
function messagesOf(
  { order, pharmacy }: OrderView,
  { courierId, reason, medicinesAt }: Return & { readonly courierId: string },
): Message[] {
  const { number } = order;
  const why = returnLabels[reason].toLowerCase();
  const isHeld = medicinesAt === 'courier';
  const place = pharmacy?.name ?? 'la pharmacie';
  return [
    toCustomer(
      order,
      'Nouvelle livraison à venir',
      `Votre commande ${number} n’a pas pu vous être remise : ${returnReasonsTold[reason]}. Nous vous l’apportons dès qu’un livreur est libre ; gardez votre téléphone près de vous.`,
    ),
    ...(order.pharmacyId === null
      ? []
      : [
          toOne(
            order.pharmacyId,
            'pharmacy',
            order,
            'À livrer de nouveau',
            `${number} n’a pas été remise (${why}). ${isHeld ? 'Le livreur garde les médicaments.' : 'Un autre livreur viendra la chercher chez vous.'}`,
          ),
        ]),
    {
      userId: courierId,
      title: 'Livraison reprise',
      message: `${number} n’est plus à livrer par vous (${why}). ${isHeld ? 'Gardez les médicaments : nous vous appelons.' : `Les médicaments sont à rendre à ${place}.`}`,
      link: '/delivery-dashboard',
      orderId: order.id,
    },
  ];
}
