import { searchText } from '../medications/search-text.ts';

/** Quarters as they are told apart: accents and case aside. One of signs alone is told by its signs. */
const nameOf = (sector: string) => searchText(sector) || sector.trim();

/** The same quarters, each once, the first of those called alike. */
export function distinctSectors(sectors: readonly string[]): string[] {
  const names = sectors.map(nameOf);
  return sectors.filter((_, index) => names.indexOf(names[index] ?? '') === index);
}

/** Whether a quarter is among them already. */
export function hasSector(sectors: readonly string[], sector: string): boolean {
  return sectors.some((known) => nameOf(known) === nameOf(sector));
}
