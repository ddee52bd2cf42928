import type { medicationEndpoints, reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { v7 } from 'uuid';
import { buildMedication } from '../../builders/catalogue.ts';
import type { ScenariosOf } from '../scenario.ts';
import type { World } from '../world.ts';

const medicineOfAgent = ({ server, people }: World) =>
  buildMedication(server.db, { createdById: people.agent.owner.id });

export const medicationScenarios: ScenariosOf<typeof medicationEndpoints> = {
  listMedications: {
    legal: async (world) => {
      await medicineOfAgent(world);
      return { query: { limit: 200 } };
    },
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
  },
  searchPublicMedications: { legal: () => ({ query: { q: 'paracétamol' } }) },
  createMedication: {
    legal: () => ({ body: { label: `Nouveau médicament ${v7()}`, form: 'syrup', price: 1500 } }),
  },
  updateMedication: {
    legal: async (world) => {
      const { id } = await medicineOfAgent(world);
      return { params: { id }, body: { price: 1200 } };
    },
  },
  deleteMedication: {
    legal: async ({ server }) => ({ params: { id: (await buildMedication(server.db)).id } }),
  },
};

const medicineOfPrescriber = ({ server, people }: World) =>
  buildMedication(server.db, {
    createdById: people.partnerDoctor.owner.id,
    reviewed: false,
    awaitsReview: true,
  });

export const reviewScenarios: ScenariosOf<typeof reviewEndpoints> = {
  listMedicinesToReview: {
    legal: async (world) => {
      await medicineOfPrescriber(world);
      return {};
    },
  },
  reviewMedication: {
    legal: async (world) => {
      const { id } = await medicineOfPrescriber(world);
      return { params: { id }, body: { decision: 'approve', price: 1200 } };
    },
  },
};
