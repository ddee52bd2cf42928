import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import type { OrderItem } from '@amasin/domain/orders/order.ts';
import { type PricedLine, type Quote, quoteOrder } from '@amasin/domain/orders/pricing.ts';
import { type SplitLines, splitLines } from '@amasin/domain/orders/split-lines.ts';
import type { Prescription, PrescriptionLine } from '@amasin/domain/prescriptions/prescription.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { isEarly } from '../../prescriptions/line-words.ts';
import { countedLines, type Draft } from './draft.ts';

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
  /** False while only the delivery is priced: for a photograph, a code without anything to order, or while a price is checked. */
  hasMedicines: boolean;
  /** The lines of the code that are taken and wait for the check of their price. */
  waiting: Prescription['items'];
  /** The lines of the code that are no longer sold. */
  unavailable: Prescription['items'];
  /** The insurance card that is used. */
  card: InsuranceCard | null;
};

/** The amounts of the draft, from what is loaded (rule 1). */
export function priceDraft(draft: Draft, { zone, prescription, card }: LoadedResources): Priced {
  const found = draft.way === 'code' && prescription ? prescription : { items: [] };
  const waiting = splitPrescription(draft, found).taken.filter(({ review }) => review === 'waiting');
  const lines = waiting.length > 0 ? null : linesOf(draft, found);
  const used = draft.insured ? (card ?? null) : null;
  return {
    quote: quoteOrder(lines ?? [], zone?.price ?? 0, used?.taux ?? 0),
    hasMedicines: lines !== null,
    waiting,
    unavailable: found.items.filter((item) => !isSold(item)),
    card: used,
  };
}

/** Null without lines: a photograph must be read by a pharmacist first. */
function linesOf(draft: Draft, found: Pick<Prescription, 'items'>): readonly PricedLine[] | null {
  switch (draft.way) {
    case 'without':
      return countedLines(draft.lines);
    case 'code': {
      const { taken } = splitPrescription(draft, found);
      return taken.length === 0 ? null : taken;
    }
    case 'photo':
      return null;
  }
}

/**
 * Splits the lines of a found prescription by what is taken: all that are sold when nothing else remains, because it has changed since.
 * What is no longer sold is left out, and so is a repeat that is not due yet, beside others, until the customer says what she takes.
 */
export function splitPrescription(
  { leftOut, quantities }: Pick<Draft, 'leftOut' | 'quantities'>,
  { items }: Pick<Prescription, 'items'>,
): SplitLines<PrescriptionLine> {
  const unsold = items.filter((item) => !isSold(item)).map(({ medicationId }) => medicationId);
  const unasked = leftOut ?? items.filter(isEarly).map(({ medicationId }) => medicationId);
  const split = splitLines(items, { leftOut: [...unasked, ...unsold], quantities });
  return split.taken.length === 0 ? splitLines(items, { leftOut: unsold }) : split;
}

export const isSold = ({ review }: Pick<OrderItem, 'review'>): boolean => review !== 'unavailable';
