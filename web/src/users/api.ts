import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api/call.ts';
import { keys } from '../lib/api/keys.ts';

/** The most that the server returns at once. */
const MOST = 200;

export type CandidateType = 'pharmacy' | 'deliveryPerson' | 'agent';

/** The first people of a type, by name, who can be assigned now and match the text; and how many there are. */
export function useCandidates(type: CandidateType, q: string) {
  return useQuery({
    queryKey: keys.users.candidates(type, q),
    queryFn: ({ signal }) =>
      call(userEndpoints.listUsersOfType, { params: { type }, query: { q, limit: MOST } }, { signal }),
    placeholderData: (previous) => previous,
  });
}

/** Every courier by name, also those who were switched off: their orders are still there. */
export function useCouriers() {
  return useQuery({
    queryKey: keys.users.couriers,
    queryFn: async ({ signal }) => {
      const couriers: { _id: string; name: string }[] = [];
      for (let page = 1; ; page += 1) {
        const query = { active: 'any', page, limit: MOST } as const;
        const params = { type: 'deliveryPerson' };
        const { users, total } = await call(userEndpoints.listUsersOfType, { params, query }, { signal });
        for (const { _id, name, active } of users)
          couriers.push({ _id, name: active === false ? `${name} (désactivé)` : name });
        if (users.length === 0 || couriers.length >= total) return couriers;
      }
    },
  });
}
