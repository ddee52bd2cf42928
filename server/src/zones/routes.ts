import { zoneEndpoints } from '@amasin/domain/zones/endpoints.ts';
import { created, type HandlersOf, handler, noContent, ok, revalidated } from '../routing/handlers.ts';
import { createZone, deleteZone, listZones, loadZone, updateZone } from './zones.ts';

export const zoneHandlers: HandlersOf<typeof zoneEndpoints> = {
  listZones: handler(zoneEndpoints.listZones, {
    handle: async (ctx) => ({ ...ok(await listZones(ctx)), headers: revalidated }),
  }),
  createZone: handler(zoneEndpoints.createZone, {
    handle: async (ctx, { body }) => created({ zone: await createZone(ctx, body) }),
  }),
  updateZone: handler(zoneEndpoints.updateZone, {
    load: (ctx, { id }) => loadZone(ctx, id),
    handle: async (ctx, { body }, zone) => ok({ zone: await updateZone(ctx, zone, body) }),
  }),
  deleteZone: handler(zoneEndpoints.deleteZone, {
    handle: async (ctx, { params }) => {
      await deleteZone(ctx, params.id);
      return noContent();
    },
  }),
};
