import type { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { v7 } from 'uuid';
import { buildConsultation } from '../builders/consultation.ts';
import { buildFile } from '../builders/file.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { UserRow } from '../database/schema/users.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** A consultation of the caller, as patient or doctor; the other person is the owner of that type. */
async function own({ server, people }: World, caller: UserRow, status: 'active' | 'completed' = 'active') {
  const { id } = await buildConsultation(server.db, {
    status,
    patientId: caller.type === 'customer' ? caller.id : people.customer.owner.id,
    doctorId: caller.type === 'partnerDoctor' ? caller.id : people.partnerDoctor.owner.id,
  });
  return id;
}

/** Such a consultation with a message that has a file and a prescription. */
async function talked(world: World, caller: UserRow, status: 'active' | 'completed' = 'active') {
  const { db, clock } = world.server;
  const patientId = caller.type === 'customer' ? caller.id : world.people.customer.owner.id;
  const doctorId = caller.type === 'partnerDoctor' ? caller.id : world.people.partnerDoctor.owner.id;
  const file = await buildFile(db, { ownerId: doctorId, category: 'consultation', boundAt: clock.now() });
  const { id: prescriptionId } = await buildPrescription(db, { authorId: doctorId });
  const message = { by: 'doctor', content: 'Voici', clientMessageId: v7(), file: file.key } as const;
  const messages = [{ ...message, prescriptionId }];
  return (await buildConsultation(db, { status, patientId, doctorId, messages })).id;
}

/** A pending request of another customer. */
const pending = async ({ server, people }: World) =>
  (await buildConsultation(server.db, { patientId: people.customer.stranger.id })).id;

type Ids = { _id: string }[];
const idsOf = (chats: Ids) => chats.map(({ _id }) => _id).sort();

export const consultationScenarios: ScenariosOf<typeof consultationEndpoints> = {
  startChat: {
    legal: async ({ server }, caller) => {
      // Three pending requests are allowed, and ten a day; every test of this call makes one.
      await server.pool.query(`delete from consultations where patient_id = $1 and status = 'pending'`, [
        caller.id,
      ]);
      await server.pool.query("delete from tries where kind = 'consultation'");
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
    rows: talked,
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
    rows: async (world, caller) => {
      await talked(world, caller);
      await talked(world, caller, 'completed');
      await pending(world);
    },
  },
  chatAvailability: { legal: () => ({}) },
  readChat: {
    legal: async (world, caller) => ({ params: { id: await own(world, caller) } }),
    near: async (world, caller) => {
      const done = { params: { id: await own(world, caller, 'completed') } };
      const waiting = { params: { id: await pending(world) } };
      return caller.type === 'partnerDoctor'
        ? { visible: [done, waiting], hidden: [] }
        : { visible: [done], hidden: [waiting] };
    },
    more: async (world, caller) => [{ params: { id: await talked(world, caller) } }],
  },
  sendMessage: {
    legal: async (world, caller) => ({
      params: { id: await own(world, caller) },
      body: { content: 'Bonjour' },
    }),
    more: async (world, caller) => {
      const { db } = world.server;
      const { key: file } = await buildFile(db, { ownerId: caller.id, category: 'consultation' });
      const { number: prescriptionNumber } = await buildPrescription(db, { authorId: caller.id });
      const body = {
        content: 'Bonjour',
        clientMessageId: v7(),
        file,
        ...(caller.type === 'partnerDoctor' && { prescriptionNumber }),
      };
      return [{ params: { id: await own(world, caller) }, body }];
    },
  },
  markChatRead: {
    legal: async (world, caller) => ({ params: { id: await own(world, caller) }, body: { seq: 2 } }),
    near: async (world) => ({
      visible: [],
      hidden: [{ params: { id: await pending(world) }, body: { seq: 1 } }],
    }),
  },
  acceptChat: {
    legal: async (world) => ({ params: { id: await pending(world) } }),
    more: async (world, caller) => [{ params: { id: await talked(world, caller) } }],
  },
  completeChat: {
    legal: async (world, caller) => ({ params: { id: await own(world, caller) } }),
    more: async (world, caller) => [{ params: { id: await talked(world, caller) } }],
  },
};
