import { LOOKUP_FROM } from '@amasin/domain/prescriptions/prescription-number.ts';
import { messageOf } from '../../../lib/api/api-error.ts';

export type FindPrescription = (code: string) => Promise<object | null>;

const NOT_VALID = "Veuillez entrer un numéro d'ordonnance valide";

/** What is wrong with the code of a prescription (SPEC 5), or undefined; whether it can be used is the server's to say. */
export async function judgeCode(code: string, find: FindPrescription): Promise<string | undefined> {
  const typed = code.trim();
  if (typed === '') return 'Numéro requis';
  if (typed.length < LOOKUP_FROM) return NOT_VALID;
  try {
    return (await find(typed)) === null ? NOT_VALID : undefined;
  } catch (error) {
    return messageOf(error);
  }
}
