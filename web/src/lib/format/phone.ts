// The stored form of a telephone of Benin: `+229`, `01`, and 8 to 10 digits (RULES 21).
const stored = /^\+229(01\d{8,10})$/;

/** `01 97 00 00 01`: the national number by pairs. What is no number of Benin is shown as it came. */
export function formatPhone(phone: string): string {
  const national = stored.exec(phone)?.[1];
  return national === undefined ? phone : (national.match(/\d{1,2}/g) ?? []).join('\u00a0');
}

/** The `tel:` address; null when there is nothing that a phone could dial. */
export function telephoneAddress(phone: string): string | null {
  const dialled = phone.replace(/[^\d+]/g, '');
  return dialled.length >= 4 ? `tel:${dialled}` : null;
}
