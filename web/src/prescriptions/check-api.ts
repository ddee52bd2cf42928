import { prescriptionCheckEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { PrescriptionToCheck } from '@amasin/domain/prescriptions/prescription.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { invalidate, keys } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';

/** The prescriptions that wait for an in-house pharmacist, the oldest question first; for these pharmacists only. */
export function usePrescriptionsToCheck() {
  return useQuery({
    queryKey: keys.prescriptions.toCheck,
    queryFn: ({ signal }) =>
      call(prescriptionCheckEndpoints.listPrescriptionsToCheck, {}, { signal }).then(
        ({ prescriptions }) => prescriptions,
      ),
  });
}

/** Approves or refuses the prescription as it is shown. */
export function useCheckPrescription({ _id: id, askedAt }: PrescriptionToCheck) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (decision: 'approve' | 'refuse') =>
      call(prescriptionCheckEndpoints.checkPrescription, { params: { id }, body: { decision, askedAt } }),
    onSuccess: (_response, decision) =>
      toast.success(decision === 'approve' ? 'Ordonnance approuvée' : 'Ordonnance refusée'),
    onError: (error) => toast.error(messageOf(error, 'Erreur lors de la sauvegarde')),
    onSettled: () => void invalidate(queries, 'prescriptions'),
  });
}
