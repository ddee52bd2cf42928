import { stockEndpoints } from '@amasin/domain/stock/endpoints.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { findStocked, loadStocked, loadStockedPublicly } from './find.ts';
import { admitKey, createStockKey, listStockKeys, withdrawStockKey } from './keys.ts';
import {
  loadStockLine,
  previewStock,
  readOwnStock,
  replaceOwnStock,
  sendStock,
  switchStock,
} from './stock.ts';

export const stockHandlers: HandlersOf<typeof stockEndpoints> = {
  readStock: handler(stockEndpoints.readStock, {
    handle: async (ctx, { query }) => ok(await readOwnStock(ctx, query)),
  }),
  switchStock: handler(stockEndpoints.switchStock, {
    load: (ctx, { id }) => loadStockLine(ctx, id),
    handle: async (ctx, { body }, line) => ok({ line: await switchStock(ctx, line, body.there) }),
  }),
  previewStock: handler(stockEndpoints.previewStock, {
    limit: 'uploadsPerMinute',
    handle: async (ctx, { body }) => ok({ preview: await previewStock(ctx, body) }),
  }),
  replaceStock: handler(stockEndpoints.replaceStock, {
    limit: 'uploadsPerMinute',
    handle: async (ctx, { body }) => ok({ report: await replaceOwnStock(ctx, body) }),
  }),
  sendStock: handler(stockEndpoints.sendStock, {
    admit: admitKey,
    handle: async (ctx, { query, body }, key) =>
      ok({ report: await sendStock(ctx, key, { ...query, file: body }) }),
  }),
  listStockKeys: handler(stockEndpoints.listStockKeys, {
    handle: async (ctx) => ok(await listStockKeys(ctx)),
  }),
  createStockKey: handler(stockEndpoints.createStockKey, {
    handle: async (ctx, { body }) => created(await createStockKey(ctx, body.name)),
  }),
  withdrawStockKey: handler(stockEndpoints.withdrawStockKey, {
    handle: async (ctx, { params }) => {
      await withdrawStockKey(ctx, params.id);
      return noContent();
    },
  }),
  findStocked: handler(stockEndpoints.findStocked, {
    limit: 'searchesPerMinute',
    perProcess: true,
    load: (ctx, { id }) => loadStocked(ctx, id),
    handle: async (ctx, { query }, medication) => ok(await findStocked(ctx, medication, query)),
  }),
  findStockedPublicly: handler(stockEndpoints.findStockedPublicly, {
    limit: 'publicSearchesPerMinute',
    load: (ctx, { id }) => loadStockedPublicly(ctx, id),
    handle: async (ctx, { query }, medication) => ok(await findStocked(ctx, medication, query)),
  }),
};
