import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { SEARCH_MAX, SEARCH_MIN, searchText } from '@amasin/domain/medications/search-text.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api/call.ts';
import { keys } from '../lib/api/keys.ts';

const search = (q: string, signal?: AbortSignal) =>
  call(medicationEndpoints.searchMedications, { query: { q } }, signal ? { signal } : {}).then(
    ({ medications }) => medications,
  );

/** Whether a text is long enough to be searched (SPEC 5). */
export function canSearch(text: string): boolean {
  return searchText(text).length >= SEARCH_MIN;
}

/** The medicines for a text, best first; the last list stays while the next one comes. */
export function useMedicationSearch(text: string) {
  const q = searchText(text).slice(0, SEARCH_MAX);
  return useQuery({
    queryKey: keys.medications.search(q),
    queryFn: ({ signal }) => search(q, signal),
    enabled: q.length >= SEARCH_MIN,
    placeholderData: (previous) => previous,
  });
}

type Named = { medicationId: string; label: string };

/** What the catalogue says now of medicines chosen earlier; those that are gone are missing from the answer. */
export async function findAgain(chosen: readonly Named[]) {
  const lists = await Promise.all(chosen.map(({ label }) => search(label)));
  return lists.flatMap((list, index) => list.filter(({ _id }) => _id === chosen[index]?.medicationId));
}
