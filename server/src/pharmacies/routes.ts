import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import {
  addDutyShifts,
  copyDutyWeek,
  deleteDutyShift,
  listDutyShifts,
  loadPharmacy,
  switchDuty,
} from './duty.ts';
import { importDutyList, readDutyList } from './duty-list.ts';
import { listOnDuty, listPharmacies, readPharmacy, searchPharmacies } from './find.ts';

export const pharmacyHandlers: HandlersOf<typeof pharmacyEndpoints> = {
  searchPharmacies: handler(pharmacyEndpoints.searchPharmacies, {
    handle: async (ctx, { query }) => ok(await searchPharmacies(ctx, query)),
  }),
  listOnDuty: handler(pharmacyEndpoints.listOnDuty, {
    handle: async (ctx, { query }) => ok(await listOnDuty(ctx, query)),
  }),
  readPharmacy: handler(pharmacyEndpoints.readPharmacy, {
    limit: 'publicSearchesPerMinute',
    handle: async (ctx, { params }) => ok({ pharmacy: await readPharmacy(ctx, params.id) }),
  }),
  listPharmacies: handler(pharmacyEndpoints.listPharmacies, {
    handle: async (ctx, { query }) => ok(await listPharmacies(ctx, query)),
  }),
  switchDuty: handler(pharmacyEndpoints.switchDuty, {
    load: (ctx, { id }) => loadPharmacy(ctx, id),
    handle: async (ctx, { body }, place) => ok({ pharmacy: await switchDuty(ctx, place, body.onDuty) }),
  }),
  listDutyShifts: handler(pharmacyEndpoints.listDutyShifts, {
    handle: async (ctx, { query }) => ok(await listDutyShifts(ctx, query)),
  }),
  addDutyShifts: handler(pharmacyEndpoints.addDutyShifts, {
    handle: async (ctx, { body }) => created(await addDutyShifts(ctx, body)),
  }),
  copyDutyWeek: handler(pharmacyEndpoints.copyDutyWeek, {
    handle: async (ctx, { body }) => ok(await copyDutyWeek(ctx, body)),
  }),
  readDutyList: handler(pharmacyEndpoints.readDutyList, {
    handle: async (ctx, { body }) => ok(await readDutyList(ctx, body)),
  }),
  importDutyList: handler(pharmacyEndpoints.importDutyList, {
    handle: async (ctx, { body }) => ok(await importDutyList(ctx, body)),
  }),
  deleteDutyShift: handler(pharmacyEndpoints.deleteDutyShift, {
    handle: async (ctx, { params }) => {
      await deleteDutyShift(ctx, params.id);
      return noContent();
    },
  }),
};
