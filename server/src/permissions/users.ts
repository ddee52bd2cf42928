import { consentVersions } from '@amasin/domain/users/consent.ts';
import type { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { eq } from 'drizzle-orm';
import { buildUser, type UserFields } from '../builders/user.ts';
import { consents } from '../database/schema/consents.ts';
import { users } from '../database/schema/users.ts';
import { insertConsent } from '../people/consent-queries.ts';
import type { ScenariosOf } from './scenario.ts';
import { detailsOf, licence, PASSWORD, type World } from './world.ts';

/** A pharmacy and a prescriber of whom everything is known. */
export const buildPartners = ({ server }: World, fields: Partial<UserFields>) =>
  Promise.all(
    (['pharmacy', 'partnerDoctor'] as const).map((type) =>
      buildUser(server.db, { ...detailsOf(type), ...fields, type }),
    ),
  );

/** A caller who has agreed to nothing: withdrawing then changes nothing, and refuses no later call of theirs. */
const forgetConsents = ({ server }: World, userId: string) =>
  server.db.delete(consents).where(eq(consents.userId, userId));

const someAgent = async ({ server }: World) => ({ id: (await buildUser(server.db, { type: 'agent' })).id });

function newPerson(world: World) {
  const phone = world.newPhone();
  const email = `nouveau${phone.slice(1)}@exemple.bj`;
  return { name: 'Rosine Agossou', phone, email, address: 'Akpakpa', password: PASSWORD };
}

const location = { coordinates: [2.39, 6.37] as [number, number] };

const newDoctor = (world: World) => ({
  body: { ...newPerson(world), type: 'partnerDoctor', titrePartenaire: 'docteur' as const },
});

const newPharmacy = (world: World) => ({
  body: { ...newPerson(world), type: 'pharmacy', location, pharmacist: 'Rosine Agossou', ...licence },
});

export const userScenarios: ScenariosOf<typeof userEndpoints> = {
  listUsersOfType: {
    legal: () => ({ params: { type: 'pharmacy' } }),
    more: async (world, { type }) => {
      const any = { params: { type: 'agent' }, query: { active: 'any' as const } };
      if (type === 'supervisor') return [any];
      const rows = await buildPartners(world, { hasSecondFactor: true });
      return rows.map(({ type, phone }) => ({ params: { type }, query: { q: phone ?? '' } }));
    },
  },
  updateOwnDetails: {
    legal: (_world, { name, phone, type, email, address }) => ({
      body: { name, phone: phone ?? '', address, ...(type === 'customer' && { email }) },
    }),
  },
  deleteOwnAccount: {
    removesCaller: true,
    legal: async ({ server, passwordHash }, { id }) => {
      await server.db.update(users).set({ passwordHash }).where(eq(users.id, id));
      return { body: { password: PASSWORD } };
    },
  },
  exportOwnData: { legal: () => ({}) },
  printOwnData: { legal: () => ({}) },
  listOwnConsents: {
    legal: async (world, { id }) => {
      await forgetConsents(world, id);
      const now = world.server.clock.now();
      await insertConsent(world.server.db, { userId: id, purpose: 'terms', givenAt: now });
      return {};
    },
    more: async (world, { id: userId }) => {
      await forgetConsents(world, userId);
      const at = world.server.clock.now();
      const former = { userId, purpose: 'health', version: 'former', givenAt: at, withdrawnAt: at } as const;
      await world.server.db.insert(consents).values([former, { ...former, withdrawnAt: null }]);
      return [{}];
    },
  },
  giveConsent: {
    legal: async (world, { id }) => {
      await forgetConsents(world, id);
      return { body: { purpose: 'health', version: consentVersions.health } };
    },
  },
  withdrawHealthConsent: {
    legal: async (world, { id }) => {
      await forgetConsents(world, id);
      return {};
    },
  },
  listUsers: {
    legal: () => ({}),
    more: async (world) => {
      const rows = await buildPartners(world, { hasSecondFactor: true });
      return rows.map(({ phone }) => ({ query: { q: phone ?? '' } }));
    },
  },
  readUser: {
    legal: (_world, { id }) => ({ params: { id } }),
    near: ({ people }, { type }) => {
      const others = Object.values(people).map(({ stranger }) => stranger);
      const visible = others.filter((other) => type === 'supervisor' && colleagues.includes(other.type));
      const params = ({ id }: { id: string }) => ({ params: { id } });
      const hidden = others.filter((other) => !visible.includes(other));
      return Promise.resolve({ visible: visible.map(params), hidden: hidden.map(params) });
    },
  },
  createUser: {
    legal: (world) => ({ body: { ...newPerson(world), type: 'agent' } }),
    more: async (world) => [newPharmacy(world), newDoctor(world)],
  },
  registerPartner: {
    legal: newDoctor,
    more: async (world) => [newPharmacy(world)],
  },
  updateUser: {
    legal: async (world) => ({ params: await someAgent(world), body: { name: 'Autre nom', type: 'agent' } }),
    more: async (world) => {
      const rows = await buildPartners(world, { hasSecondFactor: true });
      return rows.map(({ id, type }) => ({ params: { id }, body: { name: 'Autre nom', type } }));
    },
  },
  replaceLostPhone: {
    legal: async (world) => ({
      params: { id: (await buildUser(world.server.db, { type: 'customer' })).id },
      body: { phone: world.newPhone(), asked: ['name', 'address'] },
    }),
    near: async (world) => {
      const { people } = world;
      const hidden = Object.values(people).filter(({ stranger }) => stranger.type !== 'customer');
      const body = { phone: world.newPhone(), asked: ['name' as const, 'address' as const] };
      return { visible: [], hidden: hidden.map(({ stranger: { id } }) => ({ params: { id }, body })) };
    },
  },
  deleteUser: { legal: async (world) => ({ params: await someAgent(world) }) },
  resetSecondFactor: { legal: async (world) => ({ params: await someAgent(world) }) },
  endUserSessions: { legal: async (world) => ({ params: await someAgent(world) }) },
  toggleUser: {
    legal: async (world) => ({ params: await someAgent(world), body: {} }),
    more: async (world) => {
      const rows = await buildPartners(world, { hasSecondFactor: true });
      return rows.map(({ id }) => ({ params: { id }, body: {} }));
    },
  },
};

const colleagues = ['pharmacy', 'deliveryPerson', 'agent'];
