import type { OrderAgain } from '@amasin/domain/orders/again.ts';
import { QUANTITY_MAX } from '../../../lib/format.ts';
import { type Draft, newDraft } from '../draft/draft.ts';

/** The draft of an order that is ordered again: what may be ordered without prescription, for the same place. */
export function draftAgain({ items, zone, address, insured }: OrderAgain): Draft {
  const lines = items.map((item) => ({ ...item, quantity: Math.min(item.quantity, QUANTITY_MAX) }));
  return { ...newDraft(address), lines, zoneId: zone, insured };
}
