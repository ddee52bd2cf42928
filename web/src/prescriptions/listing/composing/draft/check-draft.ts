import { hasVisibleSign } from '@amasin/domain/contract/signs.ts';
import { INVALID_PHONE, normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { isValid, wrongQuantity } from '../../../writing/written-line.ts';
import type { Draft } from './draft.ts';

/** The fields of the form in their order, named as in the body. */
export const fields = ['patientPhone', 'patientName', 'url', 'items'] as const;

export type Field = (typeof fields)[number];
export type Errors = { [F in Field]?: string };

const NAME_MAX = 120;

/** Validates a prescription before it is sent, with the messages of the server. */
export function checkDraft({ patientName, patientPhone, url, lines }: Draft): Errors {
  const errors: Errors = {};
  const name = patientName.trim();
  if (!hasVisibleSign(name)) errors.patientName = 'Nom du patient requis';
  else if (name.length > NAME_MAX) errors.patientName = `${NAME_MAX} caractères maximum`;
  if (patientPhone.trim() === '') errors.patientPhone = 'Téléphone du patient requis';
  else if (normalizePhone(patientPhone) === null) errors.patientPhone = INVALID_PHONE;
  if (url === null) errors.url = 'Veuillez joindre un fichier';
  // A wrong quantity is said at its line.
  if (!lines.some((line) => isValid(line) || wrongQuantity(line)))
    errors.items = 'Ajouter au moins un médicament';
  return errors;
}
