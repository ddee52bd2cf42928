export const INVALID_PHONE = 'Format de téléphone invalide';

const separators = /[\s.\-()\u00a0\u202f]/g;
const countryPrefix = /^(\+229|00229|0229|229)/;

/**
 * The stored form of a telephone of Benin: `+22901` and 8 to 10 digits (RULES 21, SPEC 5: strip +229, 00229, 0229 or
 * 229, drop a leading 01, prefix +22901). Null when it is none. Normalising twice gives the same as once.
 */
export function normalizePhone(written: string): string | null {
  const compact = written.replace(separators, '');
  const stripped = compact.replace(countryPrefix, '');
  // « 22 91 23 45 » is an old eight-digit number, not a country code in front of five digits.
  const local = compact.startsWith('229') && stripped.length < 8 ? compact : stripped;
  const digits = local.startsWith('01') ? local.slice(2) : local;
  return /^\d{8,10}$/.test(digits) ? `+22901${digits}` : null;
}

/** Whether messages can be sent to it: the numbering plan since 30 November 2024 has exactly 8 digits after `01`. */
export function receivesMessages(stored: string): boolean {
  return /^\+22901\d{8}$/.test(stored);
}
