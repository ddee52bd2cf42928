import type { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { buildUser } from '../../builders/user.ts';
import type { ScenariosOf } from '../scenario.ts';
import { PASSWORD, type World } from '../world.ts';

const someAgent = async ({ server }: World) => ({ id: (await buildUser(server.db, { type: 'agent' })).id });

function newPerson(world: World) {
  const phone = world.newPhone();
  const email = `nouveau${phone.slice(1)}@exemple.bj`;
  return { name: 'Rosine Agossou', phone, email, address: 'Akpakpa', password: PASSWORD };
}

export const userScenarios: ScenariosOf<typeof userEndpoints> = {
  listUsersOfType: { legal: () => ({ params: { type: 'pharmacy' } }) },
  updateOwnDetails: { legal: (_world, { name, phone }) => ({ body: { name, phone: phone ?? '' } }) },
  listUsers: { legal: () => ({}) },
  readUser: {
    legal: (_world, { id }) => ({ params: { id } }),
    near: ({ people }, { type }) => {
      const others = Object.values(people).map(({ stranger }) => stranger);
      const seen = others.filter((other) => type === 'supervisor' && colleagues.includes(other.type));
      const params = ({ id }: { id: string }) => ({ params: { id } });
      const unseen = others.filter((other) => !seen.includes(other));
      return Promise.resolve({ seen: seen.map(params), unseen: unseen.map(params) });
    },
  },
  createUser: {
    legal: (world) => ({ body: { ...newPerson(world), type: 'agent' } }),
  },
  registerPartner: {
    legal: (world) => ({ body: { ...newPerson(world), type: 'partnerDoctor', titrePartenaire: 'docteur' } }),
  },
  updateUser: {
    legal: async (world) => ({ params: await someAgent(world), body: { name: 'Autre nom', type: 'agent' } }),
  },
  deleteUser: { legal: async (world) => ({ params: await someAgent(world) }) },
  resetSecondFactor: { legal: async (world) => ({ params: await someAgent(world) }) },
  toggleUser: { legal: async (world) => ({ params: await someAgent(world), body: {} }) },
};

const colleagues = ['pharmacy', 'deliveryPerson', 'agent'];
