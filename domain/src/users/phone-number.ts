import { plainCode } from '../contract/signs.ts';

export const INVALID_PHONE = 'Format de téléphone invalide';

const countryPrefix = /^(\+229|00229|0229|229)/;

/** Matches two numbers, « 97000001/97000002 », of which neither is chosen. */
const twoNumbers = /\d{8}\/\d/;

/** Removes what people write around and between the digits. */
function compactPhone(text: string): string {
  const written = plainCode(text)
    .replace(/^tel:/i, '')
    .replace(/[\s.\-()]/g, '');
  return twoNumbers.test(written) ? written : written.replaceAll('/', '');
}

/** `01` without its zero, as spreadsheets leave it, and an old number: no number of eight digits begins with 0 or 1. */
const lostZero = /^1(?=[2-9]\d{7}$)/;

/**
 * The stored form of a phone number of Benin: `+22901` and 8 to 10 digits (rule 21): +229, 00229, 0229
 * or 229 is stripped, then a leading 01, or the 1 of nine digits, and +22901 is put in front. Null if the text is not a phone number.
 * Idempotent.
 */
export function normalizePhone(text: string): string | null {
  const compact = compactPhone(text);
  const stripped = compact.replace(countryPrefix, '');
  // "22 91 23 45" is an old eight-digit number, not a country code before five digits.
  const local = compact.startsWith('229') && stripped.length < 8 ? compact : stripped;
  const digits = local.startsWith('01') ? local.slice(2) : local.replace(lostZero, '');
  return /^\d{8,10}$/.test(digits) ? `+22901${digits}` : null;
}

/** Whether SMS can be sent to it: since 30 November 2024, numbers have exactly 8 digits after `01`. */
export function receivesMessages(stored: string): boolean {
  return /^\+22901\d{8}$/.test(stored);
}

/** `01 97 00 00 01` for a stored form; any other text is returned unchanged. */
export function formatPhone(phone: string, space = '\u00a0'): string {
  const national = /^\+229(01\d{8,10})$/.exec(phone)?.[1];
  return national === undefined ? phone : (national.match(/\d{1,2}/g) ?? []).join(space);
}

/** The digits of a telephone, or of a part of it, that was typed into a search; empty for any other text. */
export function readPhoneDigits(text: string): string {
  return /^\+?(\d+)$/.exec(compactPhone(text))?.[1] ?? '';
}

/** Matches what a spreadsheet writes around a number that it keeps as text, or after one that it does not. */
const fromSpreadsheet = /^(?:="(.*)"|'?(.*?)(?:[.,]0)?)$/;

/**
 * Reads a telephone of an imported file in its stored form, `01` and 8 digits. Repairs an old number of 8 digits and a zero that a
 * spreadsheet removed; returns null for anything else (rule 45).
 */
export function readFilePhone(text: string): string | null {
  const [, quoted, plain = ''] = fromSpreadsheet.exec(plainCode(text)) ?? [];
  const compact = compactPhone(quoted ?? plain);
  const stripped = compact.replace(countryPrefix, '');
  const local = stripped.length < 8 ? compact : stripped;
  const digits = /^(?:0?1)?([2-9]\d{7})$/.exec(local)?.[1];
  return digits === undefined ? null : `+22901${digits}`;
}
