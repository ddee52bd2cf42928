import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { Candidate } from './api.ts';

/** Those whose name holds the text, accents forgiven, or whose telephone holds its digits. */
export function matchCandidates(people: readonly Candidate[], typed: string): readonly Candidate[] {
  const words = searchText(typed);
  if (words === '') return people;
  const digits = typed.replace(/\D/g, '');
  return people.filter(
    ({ name, phone }) => searchText(name).includes(words) || (digits !== '' && phone.includes(digits)),
  );
}
