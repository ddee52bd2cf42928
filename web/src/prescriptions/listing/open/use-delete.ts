import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { toast } from '../../../lib/toast/toast.tsx';
import { useRefreshPrescriptions } from '../api.ts';

/** Takes a prescription back before anybody has used it. */
export function useDelete() {
  const refresh = useRefreshPrescriptions();
  return useMutation({
    mutationFn: (id: string) => call(prescriptionEndpoints.deletePrescription, { params: { id } }),
    onSuccess: () => {
      toast.success('Ordonnance supprimée');
      void refresh();
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Erreur lors de la suppression'));
      void refresh();
    },
  });
}
