/** A rate as people write it: « 80 », « 80 % », « 37,5 ». NaN for what is no number, which no card may have. */
export function readRate(text: string): number {
  const written = text.replace(/[\s%]/g, '').replace(',', '.');
  return written === '' ? Number.NaN : Number(written);
}
