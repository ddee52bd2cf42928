export const INVALID_PHONE = 'Format de téléphone invalide';

const separators = /[\s.\-()\u00a0\u202f]/g;
const countryPrefix = /^(\+229|00229|0229|229)/;

/**
 * The stored form of a phone number of Benin: `+22901` and 8 to 10 digits (rule 21): +229, 00229, 0229
 * or 229 is stripped, then a leading 01, and +22901 is put in front. Null if the text is not a phone number. Idempotent.
 */
export function normalizePhone(text: string): string | null {
  const compact = text.replace(separators, '');
  const stripped = compact.replace(countryPrefix, '');
  // "22 91 23 45" is an old eight-digit number, not a country code before five digits.
  const local = compact.startsWith('229') && stripped.length < 8 ? compact : stripped;
  const digits = local.startsWith('01') ? local.slice(2) : local;
  return /^\d{8,10}$/.test(digits) ? `+22901${digits}` : null;
}

/** Whether SMS can be sent to it: since 30 November 2024, numbers have exactly 8 digits after `01`. */
export function receivesMessages(stored: string): boolean {
  return /^\+22901\d{8}$/.test(stored);
}

/** A telephone in any writing: fewer digits are part of an order number. */
const MIN_PHONE = /^[+(]?(?:[\s.()-]*\d){8,}[\s.()-]*$/;

/** The stored form of the telephone that was typed into a search; null for any other text. */
export function readSearchedPhone(text: string): string | null {
  const trimmed = text.trim();
  return MIN_PHONE.test(trimmed) ? normalizePhone(trimmed) : null;
}
