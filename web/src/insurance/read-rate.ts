/** Reads a typed rate: « 80 », « 80 % », « 37,5 ». NaN when it is not a number. */
export function readRate(text: string): number {
  const written = text.replace(/[\s%]/g, '').replace(',', '.');
  return written === '' ? Number.NaN : Number(written);
}
