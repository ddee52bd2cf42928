import type { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { buildConsultation } from '../../builders/consultation.ts';
import type { UserRow } from '../../database/schema/users.ts';
import type { ScenariosOf } from '../scenario.ts';
import type { World } from '../world.ts';

/** A consultation of the caller, as patient or doctor; the other person is the owner of that type. */
async function own({ server, people }: World, caller: UserRow, status: 'active' | 'completed' = 'active') {
  const { id } = await buildConsultation(server.db, {
    status,
    patientId: caller.type === 'customer' ? caller.id : people.customer.owner.id,
    doctorId: caller.type === 'partnerDoctor' ? caller.id : people.partnerDoctor.owner.id,
  });
  return id;
}

/** A pending request of another customer. */
const pending = async ({ server, people }: World) =>
  (await buildConsultation(server.db, { patientId: people.customer.stranger.id })).id;

type Ids = { _id: string }[];
const idsOf = (chats: Ids) => chats.map(({ _id }) => _id).sort();

export const consultationScenarios: ScenariosOf<typeof consultationEndpoints> = {
  startChat: {
    legal: async ({ server }, caller) => {
      // Three pending requests are allowed, and every test of this call makes one.
      await server.pool.query(`delete from consultations where patient_id = $1 and status = 'pending'`, [
        caller.id,
      ]);
      return { body: { patientName: 'Afi Kpadé', initialMessage: 'Bonjour' } };
    },
  },
  listPatientChats: {
    legal: () => ({}),
    scope: async (world, caller) => {
      const ids = [await own(world, caller), await own(world, caller, 'completed')];
      ids.push((await buildConsultation(world.server.db, { patientId: caller.id })).id);
      await own(world, world.people.customer.stranger);
      return {
        input: {},
        read: ({ chats, total }) => ({ ids: idsOf(chats), total }),
        expected: { ids: ids.sort(), total: 3 },
      };
    },
  },
  listDoctorChats: {
    legal: () => ({}),
    scope: async (world, caller) => {
      const ids = [await own(world, caller), await own(world, caller, 'completed')];
      await own(world, world.people.partnerDoctor.stranger);
      const waiting = await pending(world);
      return {
        input: {},
        read: ({ activeChats, pendingRequests }) => ({
          ids: idsOf(activeChats),
          isOffered: idsOf(pendingRequests).includes(waiting),
        }),
        expected: { ids: ids.sort(), isOffered: true },
      };
    },
  },
  chatAvailability: { legal: () => ({}) },
  readChat: {
    legal: async (world, caller) => ({ params: { id: await own(world, caller) } }),
    near: async (world, caller) => {
      const done = { params: { id: await own(world, caller, 'completed') } };
      const waiting = { params: { id: await pending(world) } };
      return caller.type === 'partnerDoctor'
        ? { seen: [done, waiting], unseen: [] }
        : { seen: [done], unseen: [waiting] };
    },
  },
  sendMessage: {
    legal: async (world, caller) => ({
      params: { id: await own(world, caller) },
      body: { content: 'Bonjour' },
    }),
  },
  markChatRead: {
    legal: async (world, caller) => ({ params: { id: await own(world, caller) }, body: { seq: 2 } }),
    near: async (world) => ({
      seen: [],
      unseen: [{ params: { id: await pending(world) }, body: { seq: 1 } }],
    }),
  },
  acceptChat: {
    legal: async (world) => ({ params: { id: await pending(world) } }),
  },
  completeChat: {
    legal: async (world, caller) => ({ params: { id: await own(world, caller) } }),
  },
};
