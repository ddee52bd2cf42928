/** Why a pharmacy cannot prepare an order. */
export const shortageReasons = [
  'medicine-out-of-stock',
  'quantity-short',
  'price-differs',
  'prescription-unclear',
  'pharmacy-closing',
] as const;

export type ShortageReason = (typeof shortageReasons)[number];

export const shortageLabels: Readonly<Record<ShortageReason, string>> = {
  'medicine-out-of-stock': 'Médicament en rupture',
  'quantity-short': 'Quantité insuffisante',
  'price-differs': 'Prix différent',
  'prescription-unclear': 'Ordonnance à éclaircir',
  'pharmacy-closing': 'La pharmacie ferme',
};

/** Whether it concerns a line of the order, which the pharmacy then names. */
export const concernsLine = (reason: ShortageReason): boolean =>
  reason === 'medicine-out-of-stock' || reason === 'quantity-short' || reason === 'price-differs';

/** With the medicine's label, at most 300 characters. */
export const SHORTAGE_NOTE_MAX = 90;

export const isShortage = (reason: string): reason is ShortageReason =>
  shortageReasons.some((known) => known === reason);
