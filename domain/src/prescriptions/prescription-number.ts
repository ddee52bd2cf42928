/** Number of characters typed before a prescription is looked up. */
export const LOOKUP_FROM = 3;

const numberPattern = /^(?:ORD)?(\d{8})$/;

/**
 * The stored form of a prescription number, `ORD-` and 8 digits, or null while it is incomplete. Case, prefix, spaces and
 * dashes are optional (rule 18).
 */
export function readPrescriptionNumber(text: string): string | null {
  const [, digits] = numberPattern.exec(text.toUpperCase().replace(/[\s\p{Pd}_.]/gu, '')) ?? [];
  return digits === undefined ? null : `ORD-${digits}`;
}

/** A patient's name reduced to initials, « A*** K*** », for a reader who may not be the patient. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `${[...word][0]}***`)
    .join(' ');
}
