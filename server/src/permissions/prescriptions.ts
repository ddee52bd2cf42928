import type {
  prescriptionCheckEndpoints,
  prescriptionEndpoints,
  restEndpoints,
} from '@amasin/domain/prescriptions/endpoints.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import { orders } from '../database/schema/orders.ts';
import type { PrescriptionRow } from '../database/schema/prescriptions.ts';
import type { UserRow } from '../database/schema/users.ts';
import { closeRest } from '../prescriptions/write-queries.ts';
import type { Scenario, ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** An unused prescription, by the caller if they prescribe. */
function unused({ server, people }: World, caller: UserRow): Promise<PrescriptionRow> {
  const authorId = caller.type === 'partnerDoctor' ? caller.id : people.partnerDoctor.owner.id;
  return buildPrescription(server.db, { authorId, patientMonths: 41 });
}

/** A prescription attached to an unpaid order of the agent who wrote it. */
async function attached({ server, people }: World, caller: UserRow): Promise<string> {
  const agentId = caller.type === 'agent' ? caller.id : people.agent.owner.id;
  const order = await buildOrder(server.db, { state: 'pre-treatment', agentId, itemsWrittenById: agentId });
  return order.prescriptionId ?? '';
}

const editable = async (world: World, caller: UserRow) =>
  caller.type === 'partnerDoctor' ? (await unused(world, caller)).id : attached(world, caller);

const instructions = { posology: '1 comprimé le matin', duration: '5 jours' };
/** All that may be written about how a line is given. */
const giving = {
  repeats: 2,
  repeatDays: 30,
  deliverBefore: '2027-11-20',
  maySplit: true,
  fixedReason: 'narrow' as const,
};

const written = async ({ server }: World) => {
  const { id, label } = await buildMedication(server.db, { reviewed: false });
  return [{ medicationId: id, label, quantity: 1, ...instructions, ...giving }];
};

/** Items with every field, of a medicine that no supervisor has looked at. */
const wholeItems = async ({ server }: World) => [
  {
    medication: await buildMedication(server.db, { reviewed: false }),
    quantity: 1,
    ...instructions,
    ...giving,
  },
];

/** A prescription of which a paid order took the first time of three. */
async function begun(
  world: World,
  change: Parameters<typeof buildPrescription>[1] & { readonly customerId?: string } = {},
): Promise<PrescriptionRow> {
  const { db } = world.server;
  const { customerId, ...fields } = change;
  const prescription = await buildPrescription(db, {
    items: await wholeItems(world),
    patientMonths: 41,
    ...fields,
  });
  await buildOrder(db, { prescriptionId: prescription.id, ...(customerId && { customerId }) });
  return prescription;
}

const listing = (written: boolean): Scenario => ({
  legal: async (world) => {
    // The latest one has every field: a page has 200.
    const { db } = world.server;
    const writer = world.people.supervisor.owner.id;
    const createdAt = world.server.clock.now();
    const { id } = await buildPrescription(db, {
      items: await wholeItems(world),
      authorId: writer,
      patientMonths: 41,
      createdAt,
    });
    await buildOrder(db, { state: 'pre-treatment', prescriptionId: id, itemsWrittenById: writer });
    return { query: { limit: 200 } };
  },
  scope: async (world, caller) => {
    const { server, people } = world;
    const own = [await buildPrescription(server.db, { authorId: caller.id })];
    await unused(world, people.partnerDoctor.owner);
    await attached(world, people.agent.stranger);
    const ids = own.map(({ id }) => id);
    if (caller.type === 'agent' && !written) {
      // The caller did not write it, but it is on their order.
      const paper = await buildPrescription(server.db, { authorId: people.supervisor.owner.id });
      const agentId = caller.id;
      await buildOrder(server.db, {
        state: 'pre-treatment',
        agentId,
        prescriptionId: paper.id,
        itemsWrittenById: people.supervisor.owner.id,
      });
      // Unassigned orders are in their scope too.
      const waiting = await server.db
        .select({ id: orders.prescriptionId })
        .from(orders)
        .where(
          and(eq(orders.state, 'pre-treatment'), isNull(orders.agentId), isNotNull(orders.prescriptionId)),
        );
      ids.push(paper.id, ...waiting.map(({ id }) => id ?? ''));
    }
    return {
      input: { query: { limit: 200 } },
      read: ({ prescriptions, total, counts }) => ({
        ids: prescriptions.map(({ _id }: { _id: string }) => _id).sort(),
        total,
        counts,
      }),
      expected: { ids: ids.sort(), total: ids.length, counts: { used: 0, pending: ids.length } },
    };
  },
  rows: async (world, caller) => {
    // The latest: a page has 200.
    const { db, clock } = world.server;
    const written = { authorId: caller.id, createdAt: clock.now(), patientMonths: 41 };
    await begun(world, written);
    await buildOrder(db, { prescriptionId: (await buildPrescription(db, written)).id });
    await closeRest(db, (await begun(world, written)).id, 'renounced', clock.now());
  },
});

export const prescriptionScenarios: ScenariosOf<typeof prescriptionEndpoints> = {
  listPrescriptions: listing(false) as never,
  listMyPrescriptions: listing(true) as never,
  searchPrescription: {
    legal: async (world, caller) => ({ params: { number: (await unused(world, caller)).number } }),
    more: async (world, caller) => {
      const { number } = await begun(world, {
        ...(caller.type === 'partnerDoctor' && { authorId: caller.id }),
        patientPhone: caller.phone ?? '',
      });
      return [{ params: { number } }];
    },
  },
  createPrescription: {
    legal: async (world, caller) => {
      const { key } = await buildFile(world.server.db, { ownerId: caller.id });
      const items = await written(world);
      return {
        body: {
          type: 'numerical',
          patientName: 'Afi Kpadé',
          patientPhone: '0197000009',
          patientMonths: 41,
          items,
          url: key,
        },
      };
    },
  },
  updatePrescription: {
    legal: async (world, caller) => ({
      params: { id: await editable(world, caller) },
      body: { items: await written(world) },
    }),
    more: async (world, caller) => {
      if (caller.type === 'partnerDoctor') return [];
      const { db } = world.server;
      const { key } = await buildFile(db, { boundAt: world.server.clock.now() });
      const agentId = caller.type === 'agent' ? caller.id : world.people.agent.owner.id;
      const { prescriptionId: id } = await buildOrder(db, {
        state: 'pre-treatment',
        agentId,
        itemsWrittenById: agentId,
        prescriptionUrl: key,
      });
      return [{ params: { id: id ?? '' }, body: { items: await written(world) } }];
    },
    near: async (world, caller) => {
      if (caller.type !== 'agent') return { visible: [], hidden: [] };
      // A prescription of a colleague's order, and one without an order.
      const theirs = await attached(world, world.people.agent.stranger);
      const loose = (await unused(world, caller)).id;
      const items = await written(world);
      const naming = (id: string) => ({ params: { id }, body: { items } });
      return { visible: [], hidden: [theirs, loose].map(naming) };
    },
  },
  deletePrescription: {
    legal: async (world, caller) => ({ params: { id: (await unused(world, caller)).id } }),
  },
  printPrescription: {
    legal: async (world, caller) => ({ params: { id: await editable(world, caller) } }),
  },
};

/** A prescription that waits for a pharmacist, of a prescriber who is not verified. */
async function unchecked(world: World) {
  const { db, clock } = world.server;
  const { id: authorId } = await buildUser(db, { type: 'partnerDoctor', verified: false });
  const medication = await buildMedication(db, { requiresPrescription: true, reviewed: false });
  const items = [{ medication, quantity: 1, ...instructions, ...giving }];
  const checkAskedAt = clock.now();
  return { ...(await begun(world, { authorId, items, checkAskedAt })), checkAskedAt };
}

export const prescriptionCheckScenarios: ScenariosOf<typeof prescriptionCheckEndpoints> = {
  listPrescriptionsToCheck: {
    legal: async (world) => {
      await unchecked(world);
      return {};
    },
  },
  checkPrescription: {
    legal: async (world) => {
      const { id, checkAskedAt } = await unchecked(world);
      return { params: { id }, body: { decision: 'approve', askedAt: checkAskedAt.toISOString() } };
    },
  },
};

export const restScenarios: ScenariosOf<typeof restEndpoints> = {
  listRests: {
    legal: async (world, caller) => {
      await begun(world, { customerId: caller.id, patientPhone: caller.phone ?? '' });
      return {};
    },
    scope: async (world, caller) => {
      const { id } = await begun(world, { customerId: caller.id });
      await begun(world, { customerId: world.people.customer.stranger.id });
      return {
        input: {},
        read: ({ prescriptions }) => prescriptions.map(({ _id }: { _id: string }) => _id),
        expected: [id],
      };
    },
  },
  renounceRest: {
    legal: async (world, caller) => ({
      params: { id: (await begun(world, { customerId: caller.id })).id },
    }),
  },
};
