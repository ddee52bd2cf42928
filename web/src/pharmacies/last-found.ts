import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { readStored, store } from '../lib/stored.ts';

/** The directory is public, so it is not stored per user. */
const OWNER = 'visitor';
const NAME = 'pharmacies';

export type LastFound = {
  /** When the server returned it, ISO 8601. */
  at: string;
  pharmacies: Pharmacy[];
};

/**
 * Stores the last result for offline use; an empty one is ignored. Distances, and sorting by them, would reveal where the
 * person was: neither is stored.
 */
export function storeLastPharmacies(pharmacies: readonly Pharmacy[], now: Date): void {
  if (pharmacies.length === 0) return;
  const sorted = pharmacies
    .map((one) => ({ ...one, distance: null }))
    .sort((a, b) => a.name.localeCompare(b.name, 'fr'));
  store(OWNER, NAME, { at: now.toISOString(), pharmacies: sorted });
}

/** The last stored result; null when there is none, or when it is invalid. */
export function readLastPharmacies(): LastFound | null {
  const stored = readStored(OWNER, NAME) as Partial<LastFound> | null;
  if (typeof stored !== 'object' || stored === null || Number.isNaN(Date.parse(`${stored.at}`))) return null;
  const { at, pharmacies } = stored;
  if (at === undefined || !Array.isArray(pharmacies)) return null;
  const valid = pharmacies.filter((one) => typeof one?._id === 'string' && typeof one.name === 'string');
  // Distances were measured from where the person was then.
  return { at, pharmacies: valid.map((one) => ({ ...one, distance: null })) };
}
