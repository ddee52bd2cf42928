import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { orderNumber } from '@amasin/domain/orders/order.ts';
import { v7 } from 'uuid';
import { recordPayment } from '../../benefits/record-journals.ts';
import type { Database } from '../../database/database.ts';
import { together } from '../../database/transaction.ts';
import type { Telling } from '../../ports/purchases.ts';
import { lockForClaim } from '../../prescriptions/ordering/lock-for-claim.ts';
import { usePrescription } from '../../prescriptions/ordering/use-prescription.ts';
import { insertEvents, insertOrder, nextOrderNumber } from '../change-queries.ts';
import { usualMinutesIn } from '../expected/usual-times.ts';
import { announcePaid } from '../paying/announce-paid.ts';
import type { Announced } from '../transitions/announce.ts';
import { findWished } from './wish-queries.ts';
import { cardColumns } from './zone-and-card.ts';

interface Paid {
  readonly frozen: FrozenOrder;
  readonly customerId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly now: Date;
}

/**
 * Creates the frozen order of a confirmed payment, in the payment's transaction: row, items, claim of the prescription,
 * journal, notifications.
 * @returns null, with nothing changed, when the prescription is no longer available
 */
export async function createPaidOrder(ctx: Telling, tx: Database, paid: Paid): Promise<Announced | null> {
  const { frozen, customerId, paymentId, transactionId, now } = paid;
  const { quote, insuranceCard: card, prescription } = frozen;
  if (prescription) {
    const claim = { id: prescription._id, version: prescription.version, customerId, orderId: null, now };
    if (!(await lockForClaim(tx, claim))) return null;
  }
  const [number, wishedPharmacyId, usualMinutes] = await together(
    nextOrderNumber(tx),
    findWished(tx, frozen.wishedPharmacy),
    usualMinutesIn(ctx, tx, frozen.zone._id),
  );
  const order = { id: v7(), number: orderNumber(number), customerId };
  const inserting = insertOrder(
    tx,
    {
      ...order,
      state: 'pending',
      zoneId: frozen.zone._id,
      zoneLabel: frozen.zone.label,
      address: frozen.address,
      prescriptionId: prescription?._id ?? null,
      // Its account may have been deactivated or deleted since.
      wishedPharmacyId,
      ...cardColumns(card),
      leftOut: frozen.leftOut ?? [],
      itemsCount: frozen.items.length,
      deliveryFee: quote.deliveryFee,
      medicines: quote.medicines,
      commission: quote.commission,
      reduction: quote.reduction,
      total: quote.total,
      paid: quote.total,
      paymentId,
      transactionId,
      createdAt: now,
      paidAt: now,
      usualMinutes,
    },
    frozen.items,
  );
  await together(
    inserting,
    prescription ? usePrescription(ctx.jobs, tx, prescription._id, order, now) : Promise.resolve(),
    recordPayment(tx, { orderId: order.id, quote, at: now }),
    insertEvents(tx, [
      { orderId: order.id, at: now, actorId: customerId, action: 'create', from: null, to: 'pending' },
    ]),
    announcePaid(ctx, tx, { order, amount: quote.total, title: 'Nouvelle commande', now }),
  );
  return order;
}
