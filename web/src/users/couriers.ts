import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';

/** The largest page that the server allows. */
const PAGE_SIZE = 200;

/** Every courier by name, deactivated ones too: they still have orders. */
export function useCouriers() {
  return useQuery({
    queryKey: keys.users.couriers,
    queryFn: async ({ signal }) => {
      const couriers: { _id: string; name: string }[] = [];
      for (let page = 1; ; page += 1) {
        const query = { active: 'any', page, limit: PAGE_SIZE } as const;
        const params = { type: 'deliveryPerson' };
        const { users, total } = await call(userEndpoints.listUsersOfType, { params, query }, { signal });
        for (const { _id, name, active } of users)
          couriers.push({ _id, name: active === false ? `${name} (désactivé)` : name });
        if (users.length === 0 || couriers.length >= total) return couriers;
      }
    },
  });
}
