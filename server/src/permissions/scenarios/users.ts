import type { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import type { ScenariosOf } from '../scenario.ts';

export const userScenarios: ScenariosOf<typeof userEndpoints> = {
  listUsersOfType: { legal: () => ({ params: { type: 'pharmacy' } }) },
  updateOwnDetails: { legal: (_world, { name, phone }) => ({ body: { name, phone: phone ?? '' } }) },
};
