/** A price as it was typed, whole FCFA; an empty field is 0 (SPEC 5), null what is no whole number of francs. */
export function readPrice(typed: string): number | null {
  const digits = typed.replace(/\s/g, '').replace(/(FCFA|F)$/i, '');
  return /^\d{0,9}$/.test(digits) ? Number(digits) : null;
}
