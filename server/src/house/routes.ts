import { houseEndpoints } from '@amasin/domain/house/endpoints.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { changeSettings, readSettings } from './settings.ts';

export const houseHandlers: HandlersOf<typeof houseEndpoints> = {
  describeHouse: handler(houseEndpoints.describeHouse, {
    perMinute: (settings) => settings.publicSearchesPerMinute,
    handle: async (ctx) => ok({ house: ctx.settings.identity }),
  }),
  readSettings: handler(houseEndpoints.readSettings, { handle: async (ctx) => ok(await readSettings(ctx)) }),
  changeSettings: handler(houseEndpoints.changeSettings, {
    handle: async (ctx, { body }) => ok(await changeSettings(ctx, body)),
  }),
};
