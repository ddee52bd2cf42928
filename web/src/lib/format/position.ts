/** Five decimals are about a metre. */
const DECIMALS = 5;

/** « 6,3703 ». */
export function formatDegrees(degrees: number): string {
  return String(Number(degrees.toFixed(DECIMALS))).replace('.', ',');
}

/** A typed number of degrees, with a comma or a point; null for any other text. */
export function readDegrees(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  return /^-?\d{1,3}(?:\.\d+)?$/.test(text) ? Number(text) : null;
}

const pair = /^\(?\s*(-?\d{1,3}[.,]\d+)\s*[,;\s]\s*(-?\d{1,3}[.,]\d+)\s*\)?$/;

/** Latitude and longitude in one text, as maps give them: « 6.3703, 2.3912 »; null for any other text. */
export function readPair(typed: string): [latitude: string, longitude: string] | null {
  const found = pair.exec(typed.trim());
  return found === null ? null : [found[1] ?? '', found[2] ?? ''];
}
