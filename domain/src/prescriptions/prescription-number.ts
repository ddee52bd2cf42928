import { plainCode } from '../contract/signs.ts';

/** Number of characters typed before a prescription is looked up. */
export const LOOKUP_FROM = 3;

/** Also as it is copied with the words before it: « Ordonnance n° ORD-12345678 ». */
const numberPattern = /^(?:ORDONNANCE)?(?:N[\u00b0O]|NUM[E\u00c9]RO)?:?(?:ORD)?(\d{8})$/;

/** A number within a longer text. */
const within = /(?:^|[^A-Z0-9])ORD[\s-]{0,3}(\d{4})[\s-]?(\d{4})(?!\d)/g;

/** The most signs that the field of a number takes: a whole message may be pasted into it. */
export const CODE_MAX = 500;

/**
 * The stored form of a prescription number, `ORD-` and 8 digits, or null while it is incomplete. Case, prefix, spaces and
 * dashes are optional, invisible signs are left out (rules 18 and 46). In a whole message, its only number is read.
 */
export function readPrescriptionNumber(text: string): string | null {
  const plain = plainCode(text).toUpperCase();
  const [, digits] = numberPattern.exec(plain.replace(/[\s\-_.]/g, '')) ?? [];
  if (digits !== undefined) return `ORD-${digits}`;
  const numbers = new Set(
    [...plain.slice(0, CODE_MAX).matchAll(within)].map(([, one, two]) => `ORD-${one}${two}`),
  );
  return numbers.size === 1 ? ([...numbers][0] ?? null) : null;
}

/**
 * A text typed into a search, without signs that people do not see. A prescription number is in its stored form, but digits alone
 * may also be a telephone.
 */
export function readSearch(text: string): string {
  const plain = plainCode(text);
  return (/[a-z]/i.test(plain) ? readPrescriptionNumber(plain) : null) ?? plain;
}

/** A patient's name reduced to initials, « A*** K*** », for a reader who may not be the patient. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0]}***`)
    .join(' ');
}
