import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import type { OrderDraft } from '@amasin/domain/orders/draft.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { type Quote, quoteOrder } from '@amasin/domain/orders/pricing.ts';
import type { Ctx } from '../../ctx.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { findZoneNamed } from '../../zones/queries.ts';
import { resolveItems } from './resolve-items.ts';

/**
 * Freezes what a customer asks for: names, prices, fee and total are the server's (RULES 2, 3).
 * @param path where the draft stands in the body (`order.` or nothing), for the fields of a 422
 * @throws 422 on fields; 409 MEDICATION_UNAVAILABLE, MEDICATION_NOT_PRICED, ZONE_UNAVAILABLE, AMOUNT_CHANGED
 */
export async function freezeOrder(ctx: Ctx, draft: OrderDraft, path: '' | 'order.'): Promise<FrozenOrder> {
  const { prescription } = draft;
  if (prescription.type === 'physical') {
    // A photograph is read by a pharmacist first, and paid once its medicines are known (RULES 7).
    throw invalidField(`${path}prescription.url`, 'Veuillez uploader votre ordonnance');
  }
  if ('prescriptionNumber' in prescription) {
    throw invalidField(
      `${path}prescription.prescriptionNumber`,
      "Veuillez entrer un numéro d'ordonnance valide",
    );
  }
  if (draft.insuranceCard) throw invalidField(`${path}insuranceCard`, 'Carte d’assurance introuvable');

  const zone = await findZoneNamed(ctx.db, draft.deliveryZone);
  if (zone === null) throw invalidField(`${path}deliveryZone`, 'Zone requise');
  const itemsPath = `${path}prescription.items`;
  const items = await resolveItems(ctx.db, prescription.items, { forCustomer: true, path: itemsPath });
  if (zone.deletedAt !== null) throw new Refusal('ZONE_UNAVAILABLE');

  const quote = quoteOrder(items, zone.price, 0);
  if (Math.max(quote.total, quote.medicines) > MAX_FCFA)
    throw invalidField(itemsPath, 'Montant de commande trop élevé');
  if (items.some((item) => item.priceDiffers) || differs(draft.finalAmount, quote.total)) {
    throw amountChanged(quote);
  }
  return {
    items: items.map(({ priceDiffers: _, ...item }) => item),
    zone: { _id: zone.id, label: zone.label },
    address: draft.deliveryAddress,
    insuranceCard: null,
    quote,
  };
}

/** Whether the browser named another amount than the one that is due. */
export function differs(named: number | null | undefined, due: number): boolean {
  return named !== null && named !== undefined && named !== due;
}

/** 409 with the quote that holds now; nothing has been charged. */
export function amountChanged(quote: Quote): Refusal {
  const total = quote.total.toLocaleString('fr-FR').replace(/\s/g, ' ');
  return new Refusal('AMOUNT_CHANGED', { values: { total }, quote: { ...quote } });
}
