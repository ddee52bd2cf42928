import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api/call.ts';

export type CandidateType = 'pharmacy' | 'deliveryPerson' | 'agent';

const keys = {
  candidates: (type: CandidateType) => ['users', 'candidates', type] as const,
};

/** The people of a type who can be assigned now, by name. */
export function useCandidates(type: CandidateType) {
  return useQuery({
    queryKey: keys.candidates(type),
    queryFn: ({ signal }) =>
      call(userEndpoints.listUsersOfType, { params: { type } }, { signal }).then(({ users }) => users),
  });
}

export type Candidate = NonNullable<ReturnType<typeof useCandidates>['data']>[number];
