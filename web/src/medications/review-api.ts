import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { invalidate, keys } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';

type Body = HandlerInput<typeof reviewEndpoints.reviewMedication>['body'];

/** The medicines whose price is to be checked, those that prescriptions wait for first. */
export function useMedicinesToReview() {
  return useQuery({
    queryKey: keys.medications.toReview,
    queryFn: ({ signal }) =>
      call(reviewEndpoints.listMedicinesToReview, {}, { signal }).then(({ medications }) => medications),
  });
}

export function useReview(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => call(reviewEndpoints.reviewMedication, { params: { id }, body }),
    onSuccess: (_response, { decision }) =>
      toast.success(decision === 'approve' ? 'Prix vérifié' : 'Médicament refusé'),
    onError: (error) => toast.error(messageOf(error, 'Erreur lors de la sauvegarde')),
    onSettled: () => void invalidate(queries, 'medications'),
  });
}
