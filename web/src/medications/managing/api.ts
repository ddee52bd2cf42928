import type { CallInput, ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { keys } from '../../lib/keys.ts';
import { listOf } from '../../lib/lists.ts';
import { useChange } from '../../lib/use-change.ts';
import type { MedicationFilters } from './filtering/medication-filters.ts';

/** Medicines on a page of the table. */
export const PAGE_SIZE = 5;

export type Creator = ResponseBody<typeof medicationEndpoints.listMedicationCreators>['creators'][number];

/** One page of the filtered catalogue; the previous page remains while it loads. */
export function useMedications(filters: MedicationFilters) {
  const query = useQuery({
    queryKey: keys.medications.list(filters),
    queryFn: ({ signal }) =>
      call(medicationEndpoints.listMedications, { query: { ...filters, limit: PAGE_SIZE } }, { signal }),
    placeholderData: (previous) => previous,
  });
  return listOf(query, query.data?.medications, query.data?.total);
}

/** The creators of medicines, for the filter. */
export function useCreators() {
  return useQuery({
    queryKey: keys.medications.creators,
    queryFn: ({ signal }) =>
      call(medicationEndpoints.listMedicationCreators, {}, { signal }).then(({ creators }) => creators),
  });
}

/** Approves a medicine, so that customers find it. */
export function useApproveMedication() {
  return useChange({
    resource: 'medications',
    mutationFn: ({ _id }: Medication) =>
      call(medicationEndpoints.updateMedication, { params: { id: _id }, body: { reviewed: true } }),
    done: 'Médicament modifié',
    failed: 'Erreur sauvegarde',
  });
}

export function useDeleteMedication(onDone: () => void) {
  return useChange({
    resource: 'medications',
    mutationFn: (id: string) => call(medicationEndpoints.deleteMedication, { params: { id } }),
    done: 'Médicament supprimé',
    failed: 'Erreur suppression',
    onDone,
  });
}

type Change = CallInput<typeof medicationEndpoints.updateMedication>['body'];
type New = CallInput<typeof medicationEndpoints.createMedication>['body'];

export const createMedication = (body: New) => call(medicationEndpoints.createMedication, { body });

export const changeMedication = (id: string, body: Change) =>
  call(medicationEndpoints.updateMedication, { params: { id }, body });
