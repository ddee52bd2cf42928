import type { Database } from '../database/database.ts';
import type { MedicationWithAuthor } from './queries.ts';
export async function findMatches(
  _db: Database,
  _text: string,
  _options: { orderableOnly: boolean; most: number },
): Promise<MedicationWithAuthor[]> {
  return [];
}
