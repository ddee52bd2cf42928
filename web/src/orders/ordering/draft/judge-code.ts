import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { LOOKUP_FROM } from '@amasin/domain/prescriptions/prescription-number.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { isSold } from './price-draft.ts';

export type FindPrescription = (code: string) => Promise<Pick<Prescription, 'items'> | null>;

const NOTHING_SOLD = 'Plus aucun médicament de cette ordonnance n’est disponible';
const NOT_VALID = "Veuillez entrer un numéro d'ordonnance valide";

/**
 * The error of a typed prescription code, or undefined. The server decides whether it can be used. Offline the rest
 * of the order can be written: the code is looked up when the network is back, before paying.
 */
export async function judgeCode(code: string, find: FindPrescription): Promise<string | undefined> {
  const typed = code.trim();
  if (typed === '') return 'Numéro requis';
  if (typed.length < LOOKUP_FROM) return NOT_VALID;
  if (!navigator.onLine) return undefined;
  try {
    const found = await find(typed);
    if (found === null) return NOT_VALID;
    return found.items.some(isSold) ? undefined : NOTHING_SOLD;
  } catch (error) {
    return messageOf(error);
  }
}
