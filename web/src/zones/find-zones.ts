import { searchText } from '@amasin/domain/medications/search-text.ts';
import { distinctSectors } from '@amasin/domain/zones/sectors.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';

/** A zone, and the sector or other name that matched; null if the zone itself did. */
export type ZoneMatch = { zone: Zone; sector: string | null };

/** Shorter words must match exactly. */
const MIN_FUZZY_LENGTH = 4;

/**
 * Finds zones by the name of the zone, of a sector or of a place in it, ignoring accents and case; names that start with the text come
 * first. Without a match, one wrong letter is tolerated. Without a text, returns every zone.
 */
export function findZones(zones: readonly Zone[], text: string): ZoneMatch[] {
  const searched = searchText(text);
  if (searched === '') return zones.map((zone) => ({ zone, sector: null }));
  const all = zones.flatMap((zone) => [
    { zone, sector: null, name: searchText(zone.label) },
    ...distinctSectors([...zone.sectors, ...zone.aliases]).map((sector) => ({
      zone,
      sector,
      name: searchText(sector),
    })),
  ]);
  const starting = all.filter(({ name }) => name.startsWith(searched));
  const containing = all.filter(({ name }) => !name.startsWith(searched) && name.includes(searched));
  const exact = [...starting, ...containing];
  const found = exact.length > 0 ? exact : all.filter(({ name }) => isNearly(name, searched));
  return found.map(({ zone, sector }) => ({ zone, sector }));
}

/** Whether a word of the name starts with the text, with one wrong letter. */
function isNearly(name: string, searched: string): boolean {
  if (searched.length < MIN_FUZZY_LENGTH) return false;
  return name.split(' ').some((_, index, words) => {
    const rest = words.slice(index).join(' ');
    return [-1, 0, 1].some((more) => isOneOff(rest.slice(0, searched.length + more), searched));
  });
}

/** One letter replaced, missing or added. */
function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const skipA = a.length >= b.length ? 1 : 0;
  const skipB = b.length >= a.length ? 1 : 0;
  return a.slice(start + skipA) === b.slice(start + skipB);
}
