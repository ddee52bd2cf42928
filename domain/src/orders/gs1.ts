import { isDay } from '../contract/dates.ts';
import { lastDayOf } from './batch.ts';

/** The fields that are read from the DataMatrix of a box. */
export interface ScannedBox {
  /** 14 digits that name the product; null when it says none. */
  readonly product: string | null;
  readonly batch: string | null;
  /** `2027-01-31`; null when it says none. */
  readonly expiresOn: string | null;
}

/** Ends a value of variable length, as FNC1 is read. */
const GS = '\u001d';

/** The digits of the values that have one length, by their identifier. */
const lengths: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '12': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
};

/** The most characters of the other values: batch, serial number, numbers of a national register, more about the item. */
const most: Readonly<Record<string, number>> = {
  '10': 20,
  '21': 20,
  '22': 20,
  '30': 8,
  '37': 8,
  '240': 30,
  '241': 30,
  '250': 30,
  '710': 20,
  '711': 20,
  '712': 20,
  '713': 20,
  '714': 20,
  '715': 20,
};

/** Reads the text of a GS1 DataMatrix. @returns null for a text that is none, or a wrong one: nothing is guessed */
export function readGs1(scanned: string): ScannedBox | null {
  const text = scanned.replace(/^\](?:d2|Q3|C1)/, '').replace(new RegExp(`^${GS}`), '');
  const values = readValues(text);
  if (values === null) return null;
  const product = values.get('01') ?? null;
  const batch = values.get('10') ?? null;
  const date = values.get('17');
  const expiresOn = date === undefined ? null : readDate(date);
  if (product !== null && !hasCheckDigit(product)) return null;
  if (date !== undefined && expiresOn === null) return null;
  if (product === null && batch === null && expiresOn === null) return null;
  return { product, batch, expiresOn };
}

function readValues(text: string): Map<string, string> | null {
  const values = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const key = [rest.slice(0, 2), rest.slice(0, 3)].find((one) => one in lengths || one in most);
    if (key === undefined || values.has(key)) return null;
    const length = lengths[key];
    const end = length === undefined ? endOf(rest) : key.length + length;
    const value = rest.slice(key.length, end);
    const isWhole =
      length === undefined
        ? value.length > 0 && value.length <= (most[key] ?? 0)
        : value.length === length && /^\d+$/.test(value);
    if (!isWhole) return null;
    values.set(key, value);
    rest = rest.slice(rest[end] === GS ? end + 1 : end);
  }
  return values;
}

function endOf(text: string): number {
  const end = text.indexOf(GS);
  return end === -1 ? text.length : end;
}

/** Reads YYMMDD; day 00 is the last one of its month. */
function readDate(digits: string): string | null {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  if (!isDay(`20${year}-${month}-01`)) return null;
  const date = day === '00' ? lastDayOf(`20${year}-${month}`) : `20${year}-${month}-${day}`;
  return isDay(date) ? date : null;
}

function hasCheckDigit(product: string): boolean {
  const sum = [...product].reduce((total, digit, n) => total + Number(digit) * (n % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}
