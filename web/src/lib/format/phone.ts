import { normalizePhone } from '@amasin/domain/users/phone.ts';

const COUNTRY = '+229';

/** `01 97 00 00 01`: the national number by pairs. What is no number of Benin is shown as it came. */
export function formatPhone(written: string): string {
  const stored = normalizePhone(written);
  if (stored === null) return written;
  const national = stored.slice(COUNTRY.length);
  return (national.match(/\d{1,2}/g) ?? []).join('\u00a0');
}

/** The `tel:` address; null when there is nothing that a phone could dial. */
export function telephoneAddress(written: string): string | null {
  const stored = normalizePhone(written);
  if (stored !== null) return `tel:${stored}`;
  const digits = written.replace(/[^\d+]/g, '');
  return digits.length >= 4 ? `tel:${digits}` : null;
}
