import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import type { DraftItem } from '@amasin/domain/orders/draft.ts';
import { quoteOrder } from '@amasin/domain/orders/pricing.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { insertPrescription } from '../../prescriptions/queries.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { insertEvents, setItems } from '../change-queries.ts';
import { amountChanged } from '../placing/freeze-order.ts';
import { resolveItems } from '../placing/resolve-items.ts';
import { findOrderFor, type OrderView } from '../queries.ts';
import { toCustomer } from './announce.ts';

const PATH = 'prescription.items';

/**
 * Writes the items of a pre-treatment order that has none, as a digital prescription of the caller's, at today's
 * prices (RULES 7, 20). Of two at once, one writes.
 * @throws 422 and 409 of resolveItems; 409 ALREADY_TREATED, AMOUNT_CHANGED
 */
export async function writePrescription(
  ctx: Ctx,
  view: OrderView,
  lines: readonly DraftItem[],
): Promise<void> {
  const { order, customer } = view;
  if (order.state !== 'pre-treatment' || order.itemsCount > 0) throw new Refusal('ALREADY_TREATED');
  const items = await resolveItems(ctx.db, lines, { forCustomer: false, path: PATH });
  const quote = quoteOrder(items, order.deliveryFee, order.cardRate ?? 0);
  if (Math.max(quote.total, quote.medicines) > MAX_FCFA)
    throw invalidField(PATH, 'Montant de commande trop élevé');
  if (items.some((item) => item.priceDiffers)) throw amountChanged(quote);

  const now = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const prescriptionId = await insertPrescription(tx, {
      type: order.prescriptionUrl === null ? 'numerical' : 'physical',
      authorId: ctx.actor._id,
      patientName: customer.name,
      patientPhone: customer.phone ?? '',
      createdAt: now,
    });
    const fields = {
      prescriptionId,
      itemsWrittenById: ctx.actor._id,
      itemsCount: items.length,
      medicines: quote.medicines,
      commission: quote.commission,
      reduction: quote.reduction,
      total: quote.total,
    };
    const rows = items.map(({ priceDiffers: _, ...item }) => item);
    const agentId = ctx.actor.type === 'agent' ? ctx.actor._id : null;
    if (!(await setItems(tx, order.id, fields, rows, agentId))) {
      // Given to another agent meanwhile, it is out of this one's sight.
      throw new Refusal(
        (await findOrderFor(tx, ctx.actor, order.id)) === null ? 'NOT_FOUND' : 'ALREADY_TREATED',
      );
    }
    const event = { orderId: order.id, at: now, actorId: ctx.actor._id, action: 'write-prescription' };
    await insertEvents(tx, [event]);
    await notify(tx, now, [
      toCustomer(
        order,
        'Ordonnance lue',
        `Les médicaments de votre commande ${order.number} sont prêts à être payés.`,
      ),
    ]);
  });
}
