/** How many characters are typed before a screen starts looking for a prescription (SPEC 9). */
export const LOOKUP_FROM = 3;

const written = /^(?:ORD)?(\d{8})$/;

/**
 * The number of a prescription in its stored form, `ORD-` and 8 digits; case, prefix, spaces and dashes are forgiven
 * (RULES 18). Null while it is not whole.
 */
export function readPrescriptionNumber(text: string): string | null {
  const [, digits] = written.exec(text.toUpperCase().replace(/[\s\-–—_.]/g, '')) ?? [];
  return digits === undefined ? null : `ORD-${digits}`;
}
