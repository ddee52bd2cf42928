import { medicationEndpoints } from '@amasin/domain/medications/endpoints.ts';
import { created, type HandlersOf, handler, noContent, ok, revalidated } from '../routing/handlers.ts';
import { listCreators, listMedications, searchMedications, searchPublicMedications } from './find.ts';
import { createMedication, deleteMedication, loadMedication, updateMedication } from './manage.ts';
import { managesCatalogue } from './present.ts';

export const medicationHandlers: HandlersOf<typeof medicationEndpoints> = {
  listMedications: handler(medicationEndpoints.listMedications, {
    handle: async (ctx, { query }) => ({
      ...ok(await listMedications(ctx, query)),
      // Managers also see who added each medicine, and what they filter by.
      ...(!managesCatalogue(ctx.actor) && { headers: revalidated }),
    }),
  }),
  listMedicationCreators: handler(medicationEndpoints.listMedicationCreators, {
    handle: async (ctx) => ok(await listCreators(ctx)),
  }),
  searchMedications: handler(medicationEndpoints.searchMedications, {
    limit: 'searchesPerMinute',
    perProcess: true,
    handle: async (ctx, { query }) => ok(await searchMedications(ctx, query.q)),
  }),
  searchPublicMedications: handler(medicationEndpoints.searchPublicMedications, {
    limit: 'publicSearchesPerMinute',
    handle: async (ctx, { query }) => ok(await searchPublicMedications(ctx, query.q)),
  }),
  createMedication: handler(medicationEndpoints.createMedication, {
    handle: async (ctx, { body }) => created({ medication: await createMedication(ctx, body) }),
  }),
  updateMedication: handler(medicationEndpoints.updateMedication, {
    load: (ctx, { id }) => loadMedication(ctx, id),
    handle: async (ctx, { body }, medication) =>
      ok({ medication: await updateMedication(ctx, medication, body) }),
  }),
  deleteMedication: handler(medicationEndpoints.deleteMedication, {
    handle: async (ctx, { params }) => {
      await deleteMedication(ctx, params.id);
      return noContent();
    },
  }),
};
