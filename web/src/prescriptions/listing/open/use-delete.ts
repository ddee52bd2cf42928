import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { toast } from '../../../lib/toast/toast.tsx';
import { useInvalidatePrescriptions } from '../api.ts';

/** Deletes a prescription before it is used. */
export function useDelete() {
  const invalidate = useInvalidatePrescriptions();
  return useMutation({
    mutationFn: (id: string) => call(prescriptionEndpoints.deletePrescription, { params: { id } }),
    onSuccess: () => {
      toast.success('Ordonnance supprimée');
      void invalidate();
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Erreur lors de la suppression'));
      void invalidate();
    },
  });
}
