import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { changeSettings, readSettings } from './settings.ts';

/** The state of the server is handled in stats/routes.ts, which reads all words. */
export const houseHandlers: HandlersOf<
  Pick<typeof houseEndpoints, 'describeHouse' | 'readSettings' | 'changeSettings'>
> = {
  describeHouse: handler(houseEndpoints.describeHouse, {
    limit: 'publicSearchesPerMinute',
    handle: async (ctx) =>
      ok({
        house: ctx.settings.identity,
        registrations: {
          customer: ctx.settings.registerCustomers,
          pharmacy: ctx.settings.registerPharmacies,
          partnerDoctor: ctx.settings.registerPrescribers,
        },
      }),
  }),
  readSettings: handler(houseEndpoints.readSettings, { handle: async (ctx) => ok(await readSettings(ctx)) }),
  changeSettings: handler(houseEndpoints.changeSettings, {
    handle: async (ctx, { body }) => ok(await changeSettings(ctx, body)),
  }),
};
