import type { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { buildUser } from '../../builders/user.ts';
import type { ScenariosOf } from '../scenario.ts';
import { PASSWORD } from '../world.ts';

export const sessionScenarios: ScenariosOf<typeof sessionEndpoints> = {
  login: {
    legal: async ({ server, passwordHash }) => {
      const { phone } = await buildUser(server.db, { type: 'customer', passwordHash });
      return { body: { identifier: phone, password: PASSWORD } };
    },
  },
  adminLogin: {
    legal: async ({ server, passwordHash }) => {
      const { email } = await buildUser(server.db, { type: 'agent', passwordHash });
      return { body: { email, password: PASSWORD } };
    },
  },
  register: {
    legal: (world) => ({ body: { name: 'Rosine Agossou', phone: world.newPhone(), password: PASSWORD } }),
  },
  me: { legal: () => ({}) },
  logout: { legal: () => ({}) },
};
