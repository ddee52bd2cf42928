import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import type { DraftPrescription, OrderDraft } from '@amasin/domain/orders/draft.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { quoteOrder } from '@amasin/domain/orders/pricing.ts';
import type { Ctx } from '../../ctx.ts';
import { resolveItems } from '../../medications/resolve-items.ts';
import { findOrderable } from '../../prescriptions/ordering/find-orderable.ts';
import { amountChanged, invalidField, Refusal } from '../../refusal.ts';
import { askCardCheck } from '../insurance/ask-card-check.ts';
import { findWished } from './wish-queries.ts';
import { findCard, findZone } from './zone-and-card.ts';

type Path = '' | 'order.';

/**
 * Freezes a draft that can be paid now: names, prices, fee, rate and total are the server's (rules 2, 3).
 * @param path the path of the draft in the body, for the fields of a 422
 * @throws 422 INVALID on fields; 409 MEDICATION_UNAVAILABLE, MEDICATION_NOT_PRICED, MEDICATION_TO_REVIEW, ZONE_UNAVAILABLE, AMOUNT_CHANGED,
 * PRESCRIPTION_USED, INSURANCE_REFUSED, NOTHING_TO_PAY, NOT_PAYABLE_YET for a photograph; 429 TOO_MANY_TRIES for guessed numbers
 */
export async function freezeOrder(ctx: Ctx, draft: OrderDraft, path: Path): Promise<FrozenOrder> {
  const { prescription: requested } = draft;
  // A pharmacist reads a photograph before it can be paid (rule 7).
  if (requested.type === 'physical') throw new Refusal('NOT_PAYABLE_YET');
  const card = await findCard(ctx, draft, path);
  const { items, leftOut, prescription, differs: priceDiffers } = await findItems(ctx, requested, path);
  const zone = await findZone(ctx, draft, path);

  const quote = quoteOrder(items, zone.price, card?.taux ?? 0);
  if (Math.max(quote.total, quote.medicines) > MAX_FCFA)
    throw invalidField(`${path}prescription.items`, 'Montant de commande trop élevé');
  if (priceDiffers || differs(draft.finalAmount, quote.total)) throw amountChanged(quote);
  if (quote.total === 0) throw new Refusal('NOTHING_TO_PAY');
  if (card !== null && !card.verified) await askCardCheck(ctx, card._id);
  const { id, label } = zone;
  const address = draft.deliveryAddress;
  const wishedPharmacy = await findWished(ctx.db, draft.wishedPharmacy);
  return {
    items,
    leftOut,
    zone: { _id: id, label },
    address,
    insuranceCard: card,
    prescription,
    wishedPharmacy,
    quote,
  };
}

interface Found {
  readonly items: FrozenOrder['items'];
  readonly leftOut: NonNullable<FrozenOrder['leftOut']>;
  readonly prescription: NonNullable<FrozenOrder['prescription']> | null;
  /** Whether the body has a price that differs from the current one. */
  readonly differs: boolean;
}

async function findItems(
  ctx: Ctx,
  requested: Exclude<DraftPrescription, { type: 'physical' }>,
  path: Path,
): Promise<Found> {
  if ('prescriptionNumber' in requested) {
    return { ...(await findOrderable(ctx, requested, `${path}prescription.leftOut`)), differs: false };
  }
  const resolved = await resolveItems(ctx.db, requested.items, {
    forCustomer: true,
    path: `${path}prescription.items`,
  });
  return {
    items: resolved.map(({ priceDiffers: _, awaitsReview: __, ...item }) => item),
    leftOut: [],
    prescription: null,
    differs: resolved.some((item) => item.priceDiffers),
  };
}

/** Whether the body has an amount that differs from the amount due. */
export function differs(sent: number | null | undefined, due: number): boolean {
  return sent !== null && sent !== undefined && sent !== due;
}
