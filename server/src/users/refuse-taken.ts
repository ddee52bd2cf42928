import { isDuplicate } from '../database/errors.ts';
import { Refusal } from '../refusal.ts';

/** The indexes decide, not a look beforehand: two at once cannot both find the telephone or the e-mail free. */
export async function refuseTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error, 'users_phone_unique')) throw new Refusal('PHONE_TAKEN');
    if (isDuplicate(error, 'users_email_unique')) throw new Refusal('EMAIL_TAKEN');
    throw error;
  }
}
