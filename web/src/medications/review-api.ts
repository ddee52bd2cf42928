import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { useChange } from '../lib/use-change.ts';

type Body = HandlerInput<typeof reviewEndpoints.reviewMedication>['body'];

/** The medicines whose price is to be checked, those that prescriptions wait for first. */
export function useMedicinesToReview() {
  return useQuery({
    queryKey: keys.medications.of('toReview'),
    queryFn: ({ signal }) =>
      call(reviewEndpoints.listMedicinesToReview, {}, { signal }).then(({ medications }) => medications),
  });
}

export function useReview(id: string) {
  return useChange({
    resource: 'medications',
    mutationFn: (body: Body) => call(reviewEndpoints.reviewMedication, { params: { id }, body }),
    done: (_response, { decision }) => (decision === 'approve' ? 'Prix vérifié' : 'Médicament refusé'),
  });
}
