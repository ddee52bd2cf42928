import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api/call.ts';
import { keys } from '../lib/api/keys.ts';

/** The most that the server answers at once: the dialog searches among them. */
const MOST = 200;

export type CandidateType = 'pharmacy' | 'deliveryPerson' | 'agent';

/** The people of a type who can be assigned now, by name. */
export function useCandidates(type: CandidateType) {
  return useQuery({
    queryKey: keys.users.candidates(type),
    queryFn: ({ signal }) =>
      call(userEndpoints.listUsersOfType, { params: { type }, query: { limit: MOST } }, { signal }).then(
        ({ users }) => users,
      ),
  });
}

export type Candidate = NonNullable<ReturnType<typeof useCandidates>['data']>[number];
