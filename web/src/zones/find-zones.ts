import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';

/** A zone, and the quarter by which it was found; null when by its own name. */
export type ZoneMatch = { zone: Zone; sector: string | null };

/** A word too short to be told from another is never corrected. */
const FORGIVABLE = 4;

/**
 * The zones for what somebody types: a quarter or a zone's name, accents and case forgiven, names that begin so first.
 * Where nothing is written so, one wrong letter is forgiven. Without a text, every zone.
 */
export function findZones(zones: readonly Zone[], text: string): ZoneMatch[] {
  const wanted = searchText(text);
  if (wanted === '') return zones.map((zone) => ({ zone, sector: null }));
  const all = zones.flatMap((zone) => [
    { zone, sector: null, name: searchText(zone.label) },
    ...zone.sectors.map((sector) => ({ zone, sector, name: searchText(sector) })),
  ]);
  const begin = all.filter(({ name }) => name.startsWith(wanted));
  const hold = all.filter(({ name }) => !name.startsWith(wanted) && name.includes(wanted));
  const exact = [...begin, ...hold];
  const found = exact.length > 0 ? exact : all.filter(({ name }) => isNearly(name, wanted));
  return found.map(({ zone, sector }) => ({ zone, sector }));
}

/** Whether some word of the name begins with what is wanted, but for one letter. */
function isNearly(name: string, wanted: string): boolean {
  if (wanted.length < FORGIVABLE) return false;
  return name.split(' ').some((_, index, words) => {
    const rest = words.slice(index).join(' ');
    return [-1, 0, 1].some((more) => isOneOff(rest.slice(0, wanted.length + more), wanted));
  });
}

/** One letter changed, missing or too many. */
function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const skipA = a.length >= b.length ? 1 : 0;
  const skipB = b.length >= a.length ? 1 : 0;
  return a.slice(start + skipA) === b.slice(start + skipB);
}
