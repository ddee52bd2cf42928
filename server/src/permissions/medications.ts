import type { medicationEndpoints, reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { v7 } from 'uuid';
import { buildMedication } from '../builders/catalogue.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { wholeMedication } from '../builders/whole.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

const medicineOfAgent = ({ server, people }: World) =>
  buildMedication(server.db, { ...wholeMedication, createdById: people.agent.owner.id });

/** A medicine whose price is not checked. */
const medicineOfPrescriber = ({ server, people }: World) =>
  buildMedication(server.db, {
    ...wholeMedication,
    createdById: people.partnerDoctor.owner.id,
    reviewed: false,
    awaitsReview: true,
    reviewAskedAt: server.clock.now(),
    recalled: true,
  });

export const medicationScenarios: ScenariosOf<typeof medicationEndpoints> = {
  listMedications: {
    legal: async (world) => {
      await medicineOfAgent(world);
      return { query: { limit: 200 } };
    },
    rows: medicineOfPrescriber,
  },
  listMedicationCreators: {
    legal: async (world) => {
      await medicineOfAgent(world);
      return {};
    },
  },
  searchMedications: {
    legal: async (world) => {
      const { label } = await medicineOfAgent(world);
      return { query: { q: label } };
    },
    more: async (world) => [{ query: { q: (await medicineOfPrescriber(world)).label } }],
  },
  searchPublicMedications: {
    legal: () => ({ query: { q: 'paracétamol' } }),
    rows: ({ server }) => buildMedication(server.db, { ...wholeMedication, label: 'Paracétamol' }),
  },
  createMedication: {
    legal: () => ({
      body: { label: `Nouveau médicament ${v7()}`, form: 'syrup', price: 1500, ...wholeMedication },
    }),
  },
  updateMedication: {
    legal: async (world) => {
      const { id } = await medicineOfAgent(world);
      return { params: { id }, body: { price: 1200 } };
    },
    more: async (world) => {
      const { id } = await medicineOfPrescriber(world);
      return [{ params: { id }, body: { requiresPrescription: true } }];
    },
  },
  deleteMedication: {
    legal: async ({ server }) => ({ params: { id: (await buildMedication(server.db)).id } }),
  },
};

export const reviewScenarios: ScenariosOf<typeof reviewEndpoints> = {
  listMedicinesToReview: {
    legal: async (world) => {
      await medicineOfPrescriber(world);
      return {};
    },
    rows: async (world) => {
      const { db } = world.server;
      const medication = await medicineOfPrescriber(world);
      await buildMedication(db, { label: medication.label, form: 'syrup' });
      await buildPrescription(db, { items: [{ medication, quantity: 1 }] });
    },
  },
  reviewMedication: {
    legal: async (world) => {
      const { id } = await medicineOfPrescriber(world);
      return { params: { id }, body: { decision: 'approve', price: 1200 } };
    },
  },
};
