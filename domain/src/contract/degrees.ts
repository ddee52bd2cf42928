/** Longer texts are no position: it bounds the work. */
const MAX = 60;

const letter = '(n|nord|s|sud|e|est|w|o|ouest)';
const decimal = /^-?\d{1,3}(?:[.,]\d{1,20})?$/;
const sexagesimal =
  /^(-?\d{1,3}(?:[.,]\d{1,20})?) ?° ?(?:(\d{1,2}(?:[.,]\d{1,20})?) ?' ?(?:(\d{1,2}(?:[.,]\d{1,20})?) ?" ?)?)?$/;
const leading = new RegExp(`^${letter} ?(?=[\\d-])`);
const trailing = new RegExp(` ?${letter}$`);

/** A text with the signs of degrees, minutes and seconds as one keyboard types them. */
const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[º˚]/g, '°')
    .replace(/[′’‘ʼ´`]/g, "'")
    .replace(/[″“”]|''/g, '"')
    .replace(/\u2212/g, '-')
    .replace(/\s+/g, ' ');

/**
 * Degrees as people and maps write them, « 6,3703 », « 6.3703° N » or « 6°22'13" N »; null for any other text. West and south are
 * below 0.
 */
export function readDegrees(text: string): number | null {
  if (text.length > MAX) return null;
  const written = plain(text);
  if (decimal.test(written)) return numberOf(written);
  const side = leading.exec(written)?.[1] ?? trailing.exec(written)?.[1] ?? '';
  const amount = leading.test(written) ? written.replace(leading, '') : written.replace(trailing, '');
  const found = sexagesimal.exec(amount);
  if (found === null) return side !== '' && decimal.test(amount) ? signed(numberOf(amount), side) : null;
  const [degrees = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => numberOf(part ?? '0'));
  if (minutes >= 60 || seconds >= 60) return null;
  // Parts of a degree go with whole ones only.
  if (
    (found[2] !== undefined && !Number.isInteger(degrees)) ||
    (found[3] !== undefined && !Number.isInteger(minutes))
  )
    return null;
  const whole = Math.abs(degrees) + minutes / 60 + seconds / 3600;
  const rounded = Number(whole.toFixed(7));
  return signed(degrees < 0 ? -rounded : rounded, side);
}

const numberOf = (text: string) => Number(text.replace(',', '.'));
const signed = (amount: number, side: string) => (/^(s|w|o)/.test(side) ? -amount : amount);

const decimalPair = /^\(?\s*(-?\d{1,3}[.,]\d+)(?:\s*[,;]\s*|\s+)(-?\d{1,3}[.,]\d+)\s*\)?$/;
const sidedPair = /^\(?([^nsewo]+[ns])[\s,;]+([^nsewo\s,;][^nsewo]*[ewo])\)?$/i;

/** Latitude and longitude in one text, as maps give them: « 6.3703, 2.3912 » or « 6°22'13"N 2°23'28"E »; null for any other text. */
export function readPair(text: string): [latitude: string, longitude: string] | null {
  const written = text.trim();
  if (written.length > 2 * MAX) return null;
  const found = decimalPair.exec(written) ?? sidedPair.exec(written);
  const [, latitude = '', longitude = ''] = found ?? [];
  const isRead = readDegrees(latitude) !== null && readDegrees(longitude) !== null;
  return isRead ? [latitude, longitude] : null;
}
