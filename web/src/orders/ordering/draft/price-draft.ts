import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { type PricedLine, type Quote, quoteOrder } from '@amasin/domain/orders/pricing.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import type { Draft } from './draft.ts';

/** The resources that the draft refers to; undefined until loaded. */
export type LoadedResources = {
  zone: Zone | null;
  /** The prescription of the draft's code; null if not found. */
  prescription: Prescription | null | undefined;
  /** The customer's insurance card, if any. */
  card: InsuranceCard | null | undefined;
};

export type Priced = {
  quote: Quote;
  /** False while only the delivery is priced: for a photograph, or a code that was not found. */
  hasMedicines: boolean;
  /** The insurance card that is used. */
  card: InsuranceCard | null;
};

/** The amounts of the draft, from what is loaded (RULES 1). */
export function priceDraft(draft: Draft, { zone, prescription, card }: LoadedResources): Priced {
  const lines = linesOf(draft, prescription);
  const used = draft.insured ? (card ?? null) : null;
  return {
    quote: quoteOrder(lines ?? [], zone?.price ?? 0, used?.taux ?? 0, used?.reductionLimit),
    hasMedicines: lines !== null,
    card: used,
  };
}

/** Null for a photograph, which a pharmacist must read first (RULES 7). */
function linesOf(draft: Draft, prescription: LoadedResources['prescription']): readonly PricedLine[] | null {
  switch (draft.way) {
    case 'without':
      return draft.lines;
    case 'code':
      return prescription ? takenOf(draft, prescription) : null;
    case 'photo':
      return null;
  }
}

/** What is taken of a found prescription: all of it when nothing else remains, because it has changed since. */
export function takenOf({ leftOut }: Draft, { items }: Pick<Prescription, 'items'>): Prescription['items'] {
  const taken = items.filter(({ medicationId }) => !leftOut.includes(medicationId));
  return taken.length === 0 ? items : taken;
}
