import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';

/** The zones whose name, or one of whose quarters, contains the text, ignoring accents and case. */
export function searchZones(zones: readonly Zone[], text: string): Zone[] {
  const wanted = searchText(text);
  // A text of punctuation alone matches nothing.
  if (wanted === '') return text.trim() === '' ? [...zones] : [];
  return zones.filter((zone) => [zone.label, ...zone.sectors].some((name) => holds(name, wanted)));
}

/** The first quarters of a zone, matching ones first, and the number of others. */
export function firstSectors({ sectors }: Zone, text: string, most: number) {
  const wanted = searchText(text);
  const found = wanted === '' ? [] : sectors.filter((sector) => holds(sector, wanted));
  const ordered = [...found, ...sectors.filter((sector) => !found.includes(sector))];
  // « et 1 autre » takes as much room as the name.
  const shown = ordered.length <= most + 1 ? ordered : ordered.slice(0, most);
  return { shown, more: ordered.length - shown.length };
}

const holds = (name: string, wanted: string) => searchText(name).includes(wanted);
