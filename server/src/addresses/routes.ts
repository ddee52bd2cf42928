import { addressEndpoints } from '@amasin/domain/addresses/endpoints.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { createAddress, deleteAddress, listAddresses, loadAddress, updateAddress } from './addresses.ts';

export const addressHandlers: HandlersOf<typeof addressEndpoints> = {
  listAddresses: handler(addressEndpoints.listAddresses, {
    handle: async (ctx) => ok(await listAddresses(ctx)),
  }),
  createAddress: handler(addressEndpoints.createAddress, {
    handle: async (ctx, { body }) => created({ address: await createAddress(ctx, body) }),
  }),
  updateAddress: handler(addressEndpoints.updateAddress, {
    load: loadAddress,
    handle: async (ctx, { body }, row) => ok({ address: await updateAddress(ctx, row, body) }),
  }),
  deleteAddress: handler(addressEndpoints.deleteAddress, {
    load: loadAddress,
    handle: async (ctx, _input, row) => {
      await deleteAddress(ctx, row);
      return noContent();
    },
  }),
};
