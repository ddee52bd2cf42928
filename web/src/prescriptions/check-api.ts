import { prescriptionCheckEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { PrescriptionToCheck } from '@amasin/domain/prescriptions/prescription.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { useChange } from '../lib/use-change.ts';

/** The prescriptions that wait for an in-house pharmacist, the oldest question first; for these pharmacists only. */
export function usePrescriptionsToCheck() {
  return useQuery({
    queryKey: keys.prescriptions.of('toCheck'),
    queryFn: ({ signal }) =>
      call(prescriptionCheckEndpoints.listPrescriptionsToCheck, {}, { signal }).then(
        ({ prescriptions }) => prescriptions,
      ),
  });
}

/** Approves or refuses the prescription as it is shown. */
export function useCheckPrescription({ _id: id, askedAt }: PrescriptionToCheck) {
  return useChange({
    resource: 'prescriptions',
    mutationFn: (decision: 'approve' | 'refuse') =>
      call(prescriptionCheckEndpoints.checkPrescription, { params: { id }, body: { decision, askedAt } }),
    done: (_response, decision) => (decision === 'approve' ? 'Ordonnance approuvée' : 'Ordonnance refusée'),
  });
}
