import type { OrderDraft } from '@amasin/domain/orders/draft.ts';
import type { OrderInsuranceCard } from '@amasin/domain/orders/order.ts';
import type { Ctx } from '../../ctx.ts';
import type { ZoneRow } from '../../database/schema/zones.ts';
import { findCardOf } from '../../insurance/queries.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { findZoneNamed } from '../../zones/queries.ts';

/** The zone of a draft. @throws 422 INVALID when it is unknown; 409 ZONE_UNAVAILABLE when it was deleted */
export async function findZone(ctx: Ctx, draft: OrderDraft, path: '' | 'order.'): Promise<ZoneRow> {
  const zone = await findZoneNamed(ctx.db, draft.deliveryZone);
  if (zone === null) throw invalidField(`${path}deliveryZone`, 'Zone requise');
  if (zone.deletedAt !== null) throw new Refusal('ZONE_UNAVAILABLE');
  return zone;
}

/**
 * The caller's insurance card, null when the draft has none.
 * @throws 422 INVALID for any other card; 409 INSURANCE_REFUSED for one that was not accepted
 */
export async function findCard(
  ctx: Ctx,
  draft: OrderDraft,
  path: '' | 'order.',
): Promise<OrderInsuranceCard | null> {
  if (!draft.insuranceCard) return null;
  const card = await findCardOf(ctx.db, ctx.actor._id, draft.insuranceCard);
  if (card === null) throw invalidField(`${path}insuranceCard`, 'Carte d’assurance introuvable');
  if (card.refused !== null) throw new Refusal('INSURANCE_REFUSED');
  const { id, label, rate, fileKey, verified } = card;
  return { _id: id, label, taux: rate, url: fileKey, verified };
}

/** The columns of an order that copy its insurance card. */
export function cardColumns(card: OrderInsuranceCard | null) {
  return {
    cardId: card?._id ?? null,
    cardLabel: card?.label ?? null,
    cardRate: card?.taux ?? null,
    cardUrl: card?.url ?? null,
    cardVerified: card?.verified ?? false,
  };
}
