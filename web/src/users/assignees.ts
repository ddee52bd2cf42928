import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';

/** The largest page that the server allows. */
const PAGE_SIZE = 200;

/** Every courier or pharmacy by name, deactivated ones too: they still have orders. */
export function useAssignees(type: 'deliveryPerson' | 'pharmacy') {
  return useQuery({
    queryKey: keys.users.of('assignees', type),
    queryFn: async ({ signal }) => {
      const people: { _id: string; name: string }[] = [];
      for (let page = 1; ; page += 1) {
        const query = { active: 'any', page, limit: PAGE_SIZE } as const;
        const { users, total } = await call(
          userEndpoints.listUsersOfType,
          { params: { type }, query },
          { signal },
        );
        for (const { _id, name, active } of users)
          people.push({ _id, name: active === false ? `${name} (désactivé)` : name });
        if (users.length === 0 || people.length >= total) return people;
      }
    },
  });
}
