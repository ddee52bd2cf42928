import type { feedbackEndpoints } from '@amasin/domain/feedback/endpoints.ts';
import type { reportEndpoints } from '@amasin/domain/reports/endpoints.ts';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFeedback, buildReport, wholeFacts } from '../builders/feedback.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import type { ReportRow } from '../database/schema/reports.ts';
import type { UserRow } from '../database/schema/users.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

const delivered = ({ server: { db } }: World, { id: customerId }: UserRow) =>
  buildOrder(db, { state: 'delivered', customerId });

async function ownOrder(world: World, caller: UserRow) {
  return { params: { id: (await delivered(world, caller)).id } };
}

/** An order of the caller whose answer is handled. */
async function handledOf(world: World, caller: UserRow) {
  const { db, clock } = world.server;
  const { id } = await delivered(world, caller);
  const handledById = world.people.supervisor.owner.id;
  const done = { handledAt: clock.now(), handledById, outcome: 'called' } as const;
  await buildFeedback(db, { orderId: id, note: 'Il manque le sirop', ...done });
  return id;
}

const NOTE = 'Il manque le sirop';

/** Two answers that something was wrong: one waits, one is handled. */
async function answers({ server: { db, clock }, people }: World) {
  const { owner } = people.customer;
  const order = { customerId: owner.id };
  const { id } = await buildFeedback(db, { order, note: NOTE });
  const handledAt = clock.now();
  const handledById = people.supervisor.owner.id;
  const done = { handledAt, handledById, outcome: 'refunded', outcomeNote: 'Rendu' } as const;
  await buildFeedback(db, { order, note: 'Boîte ouverte', ...done });
  return id;
}

async function report({ server: { db }, people }: World, given: Partial<ReportRow> = {}) {
  const order = { customerId: people.customer.owner.id };
  const { id } = await buildReport(db, { order, ...given });
  return { params: { id } };
}

const held = (world: World, holder: UserRow, given: Partial<ReportRow> = {}) => {
  const at = world.server.clock.now();
  return report(world, { state: 'taken', takenById: holder.id, takenAt: at, facts: wholeFacts, ...given });
};

/** A report of each kind and end, with all that it may have. */
async function wholeReports(world: World) {
  const { db, clock } = world.server;
  const holder = world.people.agent.owner;
  const ownerId = world.people.customer.owner.id;
  const { key } = await buildFile(db, { ownerId, category: 'report', boundAt: clock.now() });
  const closed = { closedAt: clock.now(), closedReason: 'followed', closedNote: 'Suivie un mois' } as const;
  const declared = { declaredOn: '2026-11-20', receipt: 'PV-12' };
  const items = [await buildMedication(db), await buildMedication(db)].map((medication) => ({
    medication,
    quantity: 1,
  }));
  const order = await buildOrder(db, { state: 'delivered', customerId: ownerId, items });
  return [
    await held(world, holder, {
      state: 'closed',
      ...declared,
      ...closed,
      redFlags: ['skin'],
      taker: 'child',
      ageMonths: 30,
      orderId: order.id,
    }),
    await held(world, holder, { kind: 'box', photo: key, batch: 'LOT-1', words: 'Odeur forte' }),
  ];
}

export const feedbackScenarios: ScenariosOf<typeof feedbackEndpoints> = {
  readFeedback: {
    legal: ownOrder,
    more: async (world, caller) => [{ params: { id: await handledOf(world, caller) } }],
  },
  giveFeedback: {
    legal: async (world, caller) => ({
      ...(await ownOrder(world, caller)),
      body: { wrongs: ['late'], note: 'Deux heures de retard' },
    }),
    // Said again, it is answered as it is.
    more: async (world, caller) => [
      {
        params: { id: await handledOf(world, caller) },
        body: { wrongs: ['missing'], note: 'Il manque le sirop' },
      },
    ],
  },
  listFeedback: {
    legal: async (world) => {
      await answers(world);
      return {};
    },
    more: async () => [{ query: { handled: 'true' as const } }],
  },
  handleFeedback: {
    legal: async (world) => ({
      params: { id: await answers(world) },
      body: {
        read: { wrongs: ['missing' as const], note: NOTE },
        outcome: 'called' as const,
        note: 'Rappelée',
      },
    }),
  },
  countFeedback: {
    legal: async (world) => {
      await answers(world);
      return {};
    },
  },
};

export const reportScenarios: ScenariosOf<typeof reportEndpoints> = {
  listOwnReports: {
    legal: async (world, caller) => {
      const order = await delivered(world, caller);
      await buildReport(world.server.db, { orderId: order.id });
      return { params: { id: order.id } };
    },
  },
  sendReport: {
    legal: async ({ server: { db } }, { id: customerId }) => {
      const medication = await buildMedication(db);
      const items = [{ medication, quantity: 1 }];
      const { id } = await buildOrder(db, { state: 'delivered', customerId, items });
      const body = { kind: 'box' as const, medications: [medication.id], fault: 'look' as const };
      return { params: { id }, body };
    },
  },
  listReports: {
    legal: async (world) => {
      await report(world);
      return {};
    },
    more: async (world) => {
      await wholeReports(world);
      return [{ query: { state: 'taken' as const } }];
    },
  },
  readReport: { legal: (world) => report(world), more: wholeReports },
  takeReport: { legal: async (world) => ({ ...(await report(world)), body: { replaces: null } }) },
  writeFacts: {
    legal: async (world, caller) => ({ ...(await held(world, caller)), body: { ...wholeFacts } }),
  },
  printDeclaration: { legal: (world) => held(world, world.people.agent.owner) },
  noteDeclared: {
    legal: async (world, caller) => ({
      ...(await held(world, caller)),
      body: { day: '2026-11-20', receipt: 'PV-1' },
    }),
  },
  closeReport: {
    legal: async (world, caller) => ({
      ...(await held(world, caller)),
      body: { reason: 'advised' as const, note: 'Conseil donné' },
    }),
  },
};
