import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/api/call.ts';
import { invalidate, keys } from '../../lib/api/keys.ts';
import { findListed, live, useLongList } from '../../lib/api/lists.ts';
import type { PrescriptionFilters } from './filtering/prescription-filters.ts';

/** Those that the caller wrote, or all that the caller may see. */
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

export type ListedPrescriptions = ReturnType<typeof usePrescriptions>;

/** One of them by its number; null where there is none. What a list knows of it is shown until it is read. */
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
    ...live,
  });
}

/** Shows the changed prescription at once where there is one, then reads again whatever shows prescriptions. */
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
