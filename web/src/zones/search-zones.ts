import { apostrophes, searchText } from '@amasin/domain/medications/search-text.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';

/** The zones with a name, a sector or a place that contains the text, ignoring accents and case. */
export function searchZones(zones: readonly Zone[], text: string): Zone[] {
  const searched = searchText(text);
  // A text of punctuation alone matches nothing.
  if (searched === '') return text.trim() === '' ? [...zones] : [];
  return zones.filter((zone) =>
    [zone.label, ...zone.sectors, ...zone.aliases].some((name) => holds(name, searched)),
  );
}

/** The first sectors of a zone, matching ones first, and the number of others. */
export function firstSectors({ sectors }: Zone, text: string, most: number) {
  const searched = searchText(text);
  const found = searched === '' ? [] : sectors.filter((sector) => holds(sector, searched));
  const ordered = [...found, ...sectors.filter((sector) => !found.includes(sector))];
  // « et 1 autre » takes as much room as the name.
  const shown = ordered.length <= most + 1 ? ordered : ordered.slice(0, most);
  return { shown, more: ordered.length - shown.length };
}

/** « nvenamede » finds N’vènamèdé. */
const holds = (name: string, searched: string) =>
  [name, name.replace(apostrophes, '')].some((text) => searchText(text).includes(searched));
