const wholeNumber = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 0 });

/** A whole amount as people write it, `12 500`: with ordinary spaces, so that it may stand in any text. No unit. */
export function writtenAmount(amount: number): string {
  return wholeNumber.format(amount).replace(/\s/g, ' ');
}
