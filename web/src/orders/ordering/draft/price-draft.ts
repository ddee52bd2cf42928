import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { type PricedLine, type Quote, quoteOrder } from '@amasin/domain/orders/pricing.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import type { Draft } from './draft.ts';

/** What the server has said of things that the draft only names; undefined while it has not answered. */
export type KnownThings = {
  zone: Zone | null;
  /** The prescription of the draft's code; null where there is none. */
  prescription: Prescription | null | undefined;
  /** The customer's insurance card; null where they have none. */
  card: InsuranceCard | null | undefined;
};

export type Priced = {
  quote: Quote;
  /** False while only the delivery has a price: a photograph, or a code that was not found. */
  hasMedicines: boolean;
  /** The card that pays its part. */
  card: InsuranceCard | null;
};

/** What the draft costs as far as it is known (RULES 1). */
export function priceDraft(draft: Draft, { zone, prescription, card }: KnownThings): Priced {
  const lines = linesOf(draft, prescription);
  const used = draft.insured ? (card ?? null) : null;
  return {
    quote: quoteOrder(lines ?? [], zone?.price ?? 0, used?.taux ?? 0),
    hasMedicines: lines !== null,
    card: used,
  };
}

/** Null for a photograph: a pharmacist has to read it first (RULES 7). */
function linesOf(draft: Draft, prescription: KnownThings['prescription']): readonly PricedLine[] | null {
  switch (draft.way) {
    case 'without':
      return draft.lines;
    case 'code':
      return prescription?.items ?? null;
    case 'photo':
      return null;
  }
}
