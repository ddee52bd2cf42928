import { isDuplicate } from '../database/errors.ts';
import { Refusal } from '../refusal.ts';

/** The index decides, not a look beforehand: two at once cannot both find the name free. */
export async function refuseSameName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error, 'zones_label_unique')) throw new Refusal('ZONE_EXISTS');
    throw error;
  }
}
