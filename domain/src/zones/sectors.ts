import { searchText } from '../medications/search-text.ts';

/** Sectors are compared without accents and case; a name without letters or digits is compared as it is. */
const normalize = (sector: string) => searchText(sector) || sector.trim();

/** Removes duplicates: the first spelling of each sector remains. */
export function distinctSectors(sectors: readonly string[]): string[] {
  const names = sectors.map(normalize);
  return sectors.filter((_, index) => names.indexOf(names[index] ?? '') === index);
}

/** Whether the list already contains this sector. */
export function hasSector(sectors: readonly string[], sector: string): boolean {
  return sectors.some((other) => normalize(other) === normalize(sector));
}
