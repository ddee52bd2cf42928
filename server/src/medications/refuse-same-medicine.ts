import { isDuplicate } from '../database/errors.ts';
import { Refusal } from '../refusal.ts';

/** The index decides on label and form, not a look beforehand: two at once cannot both find them free. */
export async function refuseSameMedicine<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error, 'medications_label_form_unique')) throw new Refusal('MEDICATION_EXISTS');
    throw error;
  }
}
