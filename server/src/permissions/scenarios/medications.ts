import type { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { v7 } from 'uuid';
import { buildMedication } from '../../builders/catalogue.ts';
import type { ScenariosOf } from '../scenario.ts';

export const medicationScenarios: ScenariosOf<typeof medicationEndpoints> = {
  listMedications: {
    legal: async ({ server, people }) => {
      await buildMedication(server.db, { createdById: people.agent.owner.id });
      return { query: { limit: 200 } };
    },
  },
  listMedicationCreators: {
    legal: async ({ server, people }) => {
      await buildMedication(server.db, { createdById: people.agent.owner.id });
      return {};
    },
  },
  searchMedications: {
    legal: async ({ server, people }) => {
      const { label } = await buildMedication(server.db, { createdById: people.agent.owner.id });
      return { query: { q: label } };
    },
  },
  createMedication: {
    legal: () => ({ body: { label: `Nouveau médicament ${v7()}`, form: 'syrup', price: 1500 } }),
  },
  updateMedication: {
    legal: async ({ server, people }) => {
      const { id } = await buildMedication(server.db, { createdById: people.agent.owner.id });
      return { params: { id }, body: { price: 1200 } };
    },
  },
  deleteMedication: {
    legal: async ({ server }) => ({ params: { id: (await buildMedication(server.db)).id } }),
  },
};
