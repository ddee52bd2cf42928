import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../lib/call.ts';
import { quoted } from '../lib/format.ts';
import { invalidate, keys } from '../lib/keys.ts';
import { findListed, useLongList } from '../lib/lists.ts';
import { useChange } from '../lib/use-change.ts';
import { readers, searchParamFilters } from '../ui/search-param-filters.ts';

export const prescriptionFilters = searchParamFilters({
  /** Part of the patient's name or of the number. */
  q: readers.text(100),
  used: readers.oneOf(['true', 'false']),
});

export type PrescriptionFilters = typeof prescriptionFilters.none;

/** French descriptions of the active filters, for the count line. */
export function describeFilters({ q, used }: PrescriptionFilters): string[] {
  return [
    ...(used === '' ? [] : [used === 'true' ? 'utilisées' : 'en attente']),
    ...(q.trim() === '' ? [] : [quoted(q.trim())]),
  ];
}

/** The user's own prescriptions, or all. */
export type PrescriptionScope = 'mine' | 'all';

type ListPage = Awaited<ReturnType<typeof fetchPage>>;

function fetchPage(
  scope: PrescriptionScope,
  query: PrescriptionFilters & { page?: number; limit?: number },
  signal: AbortSignal,
) {
  const { listMyPrescriptions, listPrescriptions } = prescriptionEndpoints;
  return call(scope === 'mine' ? listMyPrescriptions : listPrescriptions, { query }, { signal });
}

const prescriptionsOf = ({ prescriptions }: ListPage) => prescriptions;

/** The prescriptions of a scope, the most recent first. */
export function usePrescriptions(scope: PrescriptionScope, filters: PrescriptionFilters) {
  return useLongList({
    queryKey: keys.prescriptions.list({ scope, ...filters }),
    fetchPage: (page, signal) => fetchPage(scope, { ...filters, page }, signal),
    rowsOf: prescriptionsOf,
  });
}

/** Prescriptions that are read to know a patient's name. */
const MAX_FORMER = 20;

/** The names in the user's own prescriptions for this telephone, the latest first. @param phone in its stored form, or null */
export function usePatientNames(phone: string | null) {
  const { data } = useQuery({
    queryKey: keys.prescriptions.of('patients', phone ?? ''),
    queryFn: ({ signal }) => fetchPage('mine', { q: phone ?? '', used: '', limit: MAX_FORMER }, signal),
    enabled: phone !== null,
    // A proposal only: the name can be typed.
    retry: false,
  });
  return phone === null ? [] : [...new Set(data?.prescriptions.map(({ patientName }) => patientName))];
}

/** One prescription by its number; null if there is none. Its row of a cached list is shown until it is loaded. */
export function usePrescription(scope: PrescriptionScope, number: string | null) {
  const queries = useQueryClient();
  const isIt = ({ prescriptionNumber }: Prescription) => prescriptionNumber === number;
  return useQuery<Prescription | null>({
    queryKey: keys.prescriptions.detail(number ?? ''),
    queryFn: ({ signal }) =>
      fetchPage(scope, { q: number ?? '', used: '', limit: 1 }, signal).then(
        ({ prescriptions }) => prescriptions.find(isIt) ?? null,
      ),
    enabled: number !== null,
    placeholderData: () => findListed(queries, keys.prescriptions.lists, prescriptionsOf, isIt),
  });
}

/** Caches the changed prescription, if any, then invalidates every query that shows prescriptions. */
export function useInvalidatePrescriptions() {
  const queries = useQueryClient();
  return useCallback(
    (changed?: Prescription) => {
      if (changed !== undefined)
        queries.setQueryData(keys.prescriptions.detail(changed.prescriptionNumber), changed);
      return invalidate(queries, 'prescriptions');
    },
    [queries],
  );
}

/** Deletes an unused prescription, or closes what remains of one that was begun. */
export function useDelete({ begun }: { begun: boolean }) {
  return useChange({
    resource: 'prescriptions',
    mutationFn: (id: string) => call(prescriptionEndpoints.deletePrescription, { params: { id } }),
    done: begun ? 'Le reste est arrêté' : 'Ordonnance supprimée',
    failed: 'Erreur lors de la suppression',
  });
}
