import { LOOKUP_FROM } from '@amasin/domain/prescriptions/prescription-number.ts';
import { messageOf } from '../../../lib/api/api-error.ts';

export type FindPrescription = (code: string) => Promise<object | null>;

const NOT_VALID = "Veuillez entrer un numéro d'ordonnance valide";

/**
 * The error of a typed prescription code (SPEC 5), or undefined. The server decides whether it can be used. Offline the rest
 * of the order can be written: the code is looked up when the network is back, before paying.
 */
export async function judgeCode(code: string, find: FindPrescription): Promise<string | undefined> {
  const typed = code.trim();
  if (typed === '') return 'Numéro requis';
  if (typed.length < LOOKUP_FROM) return NOT_VALID;
  if (!navigator.onLine) return undefined;
  try {
    return (await find(typed)) === null ? NOT_VALID : undefined;
  } catch (error) {
    return messageOf(error);
  }
}
