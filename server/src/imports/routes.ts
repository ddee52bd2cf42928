import { importEndpoints } from '@amasin/domain/imports/endpoints.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { importFile, previewImport } from './imports.ts';

export const importHandlers: HandlersOf<typeof importEndpoints> = {
  previewImport: handler(importEndpoints.previewImport, {
    limit: 'uploadsPerMinute',
    handle: async (ctx, { params, body }) => ok({ preview: await previewImport(ctx, params.list, body) }),
  }),
  importFile: handler(importEndpoints.importFile, {
    limit: 'uploadsPerMinute',
    handle: async (ctx, { params, body }) => ok({ counts: await importFile(ctx, params.list, body) }),
  }),
};
