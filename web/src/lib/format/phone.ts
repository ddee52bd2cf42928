// The stored form of a phone number of Benin: `+229`, `01`, and 8 to 10 digits (rule 21).
const stored = /^\+229(01\d{8,10})$/;

/** `01 97 00 00 01`: the national number in pairs. Other numbers are unchanged. */
export function formatPhone(phone: string): string {
  const national = stored.exec(phone)?.[1];
  return national === undefined ? phone : (national.match(/\d{1,2}/g) ?? []).join('\u00a0');
}

/** The `tel:` URL; null when nothing can be dialled. */
export function telephoneUrl(phone: string): string | null {
  const dialled = phone.replace(/[^\d+]/g, '');
  return dialled.length >= 4 ? `tel:${dialled}` : null;
}
