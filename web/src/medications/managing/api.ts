import type { Answer, CallInput } from '@amasin/domain/contract/endpoint.ts';
import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { medicationKeys } from '../api.ts';
import type { Choice } from './filtering/choice.ts';

/** SPEC 9. */
export const PAGE_SIZE = 5;

export type Creator = Answer<typeof medicationEndpoints.listMedicationCreators>['creators'][number];

const keys = {
  list: (choice: Choice) => [...medicationKeys.all, 'list', choice] as const,
  creators: [...medicationKeys.all, 'creators'] as const,
};

/** One page of the catalogue that matches. */
export function useMedications(choice: Choice) {
  return useQuery({
    queryKey: keys.list(choice),
    queryFn: ({ signal }) =>
      call(medicationEndpoints.listMedications, { query: { ...choice, limit: PAGE_SIZE } }, { signal }),
    // While other filters load, the list that stands stays.
    placeholderData: (previous) => previous,
  });
}

/** Who added medicines, for the filter. */
export function useCreators() {
  return useQuery({
    queryKey: keys.creators,
    queryFn: ({ signal }) =>
      call(medicationEndpoints.listMedicationCreators, {}, { signal }).then(({ creators }) => creators),
  });
}

/** To be called after anything that changed the catalogue, or that shows that it is not what this screen believes. */
export function useRefreshMedications() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: medicationKeys.all });
}

/** Says that a medicine has been looked at: customers find it. */
export function useApproveMedication() {
  const refresh = useRefreshMedications();
  return useMutation({
    mutationFn: ({ _id }: Medication) =>
      call(medicationEndpoints.updateMedication, { params: { id: _id }, body: { reviewed: true } }),
    onSuccess: () => toast.success('Médicament modifié'),
    onError: (error) => toast.error(messageOf(error, 'Erreur sauvegarde')),
    onSettled: refresh,
  });
}

export function useDeleteMedication(onDeleted: () => void) {
  const refresh = useRefreshMedications();
  return useMutation({
    mutationFn: (id: string) => call(medicationEndpoints.deleteMedication, { params: { id } }),
    onSuccess: () => {
      onDeleted();
      toast.success('Médicament supprimé');
    },
    onError: (error) => toast.error(messageOf(error, 'Erreur suppression')),
    onSettled: refresh,
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
