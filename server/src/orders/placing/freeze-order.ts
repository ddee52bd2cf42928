import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import type { DraftPrescription, OrderDraft } from '@amasin/domain/orders/draft.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { quoteOrder } from '@amasin/domain/orders/pricing.ts';
import type { Ctx } from '../../ctx.ts';
import { resolveItems } from '../../medications/resolve-items.ts';
import { findOrderable } from '../../prescriptions/ordering/find-orderable.ts';
import { amountChanged, invalidField, Refusal } from '../../refusal.ts';
import { findCard, findZone } from './find-place.ts';

type Path = '' | 'order.';

/**
 * Freezes what a customer asks for and can pay now: names, prices, fee, rate and total are the server's (RULES 2, 3).
 * @param path where the draft stands in the body (`order.` or nothing), for the fields of a 422
 * @throws 422 on fields; 409 MEDICATION_UNAVAILABLE, MEDICATION_NOT_PRICED, ZONE_UNAVAILABLE, AMOUNT_CHANGED,
 * PRESCRIPTION_USED, INSURANCE_UNVERIFIED; NOT_PAYABLE_YET for a photograph; 429 for guessed codes
 */
export async function freezeOrder(ctx: Ctx, draft: OrderDraft, path: Path): Promise<FrozenOrder> {
  const { prescription: asked } = draft;
  // A photograph is read by a pharmacist first, and paid once its medicines are known (RULES 7).
  if (asked.type === 'physical') throw new Refusal('NOT_PAYABLE_YET');
  const card = await findCard(ctx, draft, path);
  const { items, prescription, differs: priceDiffers } = await findItems(ctx, asked, path);
  const zone = await findZone(ctx, draft, path);
  refuseUnchecked(ctx, card);

  const quote = quoteOrder(items, zone.price, card?.taux ?? 0);
  if (Math.max(quote.total, quote.medicines) > MAX_FCFA)
    throw invalidField(`${path}prescription.items`, 'Montant de commande trop élevé');
  if (priceDiffers || differs(draft.finalAmount, quote.total)) throw amountChanged(quote);
  const { id, label } = zone;
  const address = draft.deliveryAddress;
  return { items, zone: { _id: id, label }, address, insuranceCard: card, prescription, quote };
}

interface Found {
  readonly items: FrozenOrder['items'];
  readonly prescription: NonNullable<FrozenOrder['prescription']> | null;
  /** Whether the browser named another price than holds now. */
  readonly differs: boolean;
}

async function findItems(
  ctx: Ctx,
  asked: Exclude<DraftPrescription, { type: 'physical' }>,
  path: Path,
): Promise<Found> {
  if ('prescriptionNumber' in asked) {
    return { ...(await findOrderable(ctx, asked.prescriptionNumber)), differs: false };
  }
  const resolved = await resolveItems(ctx.db, asked.items, {
    forCustomer: true,
    path: `${path}prescription.items`,
  });
  return {
    items: resolved.map(({ priceDiffers: _, ...item }) => item),
    prescription: null,
    differs: resolved.some((item) => item.priceDiffers),
  };
}

/** With INSURANCE_STRICT, a rate buys nothing before somebody has looked at the card (RULES 35). */
export function refuseUnchecked(ctx: Ctx, card: { verified: boolean } | null): void {
  if (ctx.settings.insuranceStrict && card !== null && !card.verified)
    throw new Refusal('INSURANCE_UNVERIFIED');
}

/** Whether the browser named another amount than the one that is due. */
export function differs(named: number | null | undefined, due: number): boolean {
  return named !== null && named !== undefined && named !== due;
}
