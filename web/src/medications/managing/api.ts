import type { Answer, CallInput } from '@amasin/domain/contract/endpoint.ts';
import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { keys } from '../../lib/api/keys.ts';
import { useChange } from '../../lib/api/use-change.ts';
import type { Choice } from './filtering/choice.ts';

/** SPEC 9. */
export const PAGE_SIZE = 5;

export type Creator = Answer<typeof medicationEndpoints.listMedicationCreators>['creators'][number];

/** One page of the catalogue that matches. */
export function useMedications(choice: Choice) {
  return useQuery({
    queryKey: keys.medications.list(choice),
    queryFn: ({ signal }) =>
      call(medicationEndpoints.listMedications, { query: { ...choice, limit: PAGE_SIZE } }, { signal }),
    // While other filters load, the list that stands stays.
    placeholderData: (previous) => previous,
  });
}

/** Who added medicines, for the filter. */
export function useCreators() {
  return useQuery({
    queryKey: keys.medications.creators,
    queryFn: ({ signal }) =>
      call(medicationEndpoints.listMedicationCreators, {}, { signal }).then(({ creators }) => creators),
  });
}

/** Approves a medicine: customers find it from then on. */
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

/** Adds the medicine, or changes the one there is. */
export async function saveMedication(medication: Medication | null, body: New & Change): Promise<Medication> {
  const answer =
    medication === null
      ? await call(medicationEndpoints.createMedication, { body })
      : await call(medicationEndpoints.updateMedication, { params: { id: medication._id }, body });
  return answer.medication;
}
