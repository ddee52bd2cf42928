import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { readStored, store } from '../lib/storage/storage.ts';

/** The directory is everybody's, so it is kept for nobody in particular: `kept:visitor:pharmacies` in localStorage. */
const WHOSE = 'visitor';
const NAME = 'pharmacies';

export type LastFound = {
  /** When the server said so, ISO 8601. */
  at: string;
  pharmacies: Pharmacy[];
};

/**
 * Keeps the list that was found last, to be read without a network. An empty one takes nothing away. Distances, and an
 * order by them, would say where the person stood: neither is kept.
 */
export function keepLastPharmacies(pharmacies: readonly Pharmacy[], now: Date): void {
  if (pharmacies.length === 0) return;
  const kept = pharmacies
    .map((one) => ({ ...one, distance: null }))
    .sort((a, b) => a.name.localeCompare(b.name, 'fr'));
  store(WHOSE, NAME, { at: now.toISOString(), pharmacies: kept });
}

/** The list that was found last on this device; null where there is none, or none that can be read. */
export function readLastPharmacies(): LastFound | null {
  const kept = readStored(WHOSE, NAME) as Partial<LastFound> | null;
  if (typeof kept !== 'object' || kept === null || Number.isNaN(Date.parse(`${kept.at}`))) return null;
  const { at, pharmacies } = kept;
  if (at === undefined || !Array.isArray(pharmacies)) return null;
  const sound = pharmacies.filter((one) => typeof one?._id === 'string' && typeof one.name === 'string');
  // How far they are was measured from where the person stood then.
  return { at, pharmacies: sound.map((one) => ({ ...one, distance: null })) };
}
