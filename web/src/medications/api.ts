import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { MedicationForm } from '@amasin/domain/medications/form.ts';
import { SEARCH_MAX, SEARCH_MIN, searchText } from '@amasin/domain/medications/search-text.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { invalidate, keys } from '../lib/keys.ts';

const search = (q: string, signal?: AbortSignal) =>
  call(medicationEndpoints.searchMedications, { query: { q } }, signal ? { signal } : {}).then(
    ({ medications }) => medications,
  );

/** Whether a text is long enough to be searched. */
export function canSearch(text: string): boolean {
  return searchText(text).length >= SEARCH_MIN;
}

/** The medicines for a text, best first. The previous results remain while the next ones load. */
export function useMedicationSearch(text: string) {
  const q = searchText(text).slice(0, SEARCH_MAX);
  return useQuery({
    queryKey: keys.medications.of('search', q),
    queryFn: ({ signal }) => search(q, signal),
    enabled: q.length >= SEARCH_MIN,
    placeholderData: (previous) => previous,
  });
}

type Named = { medicationId: string; label: string };

/** The current catalogue entries of these medicines; deleted ones are missing. */
export async function fetchCurrent(medicines: readonly Named[]) {
  const lists = await Promise.all(medicines.map(({ label }) => search(label)));
  return lists.flatMap((list, index) => list.filter(({ _id }) => _id === medicines[index]?.medicationId));
}

type NewMedication = { label: string; form: MedicationForm; price: number; anotherForm?: boolean };

export function useCreateMedication() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewMedication) =>
      call(medicationEndpoints.createMedication, { body }).then(({ medication }) => medication),
    onSettled: () => void invalidate(queries, 'medications'),
  });
}
