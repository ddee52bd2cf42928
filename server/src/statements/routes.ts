import { statementEndpoints } from '@amasin/domain/statements/endpoints.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { exportStatement } from './export.ts';
import { printStatement } from './print.ts';
import { listStatements, loadHolder, readStatement } from './read.ts';

export const statementHandlers: HandlersOf<typeof statementEndpoints> = {
  listStatements: handler(statementEndpoints.listStatements, {
    handle: async (ctx, { query }) => ok(await listStatements(ctx, await loadHolder(ctx, query.id))),
  }),
  readStatement: handler(statementEndpoints.readStatement, {
    handle: async (ctx, { params: { month }, query: { id, ...page } }) =>
      ok(await readStatement(ctx, await loadHolder(ctx, id), month, page)),
  }),
  exportStatement: handler(statementEndpoints.exportStatement, {
    limit: 'exportsPerMinute',
    handle: async (ctx, { params: { month }, query }) =>
      exportStatement(ctx, await loadHolder(ctx, query.id), month),
  }),
  printStatement: handler(statementEndpoints.printStatement, {
    limit: 'exportsPerMinute',
    handle: async (ctx, { params: { month }, query }) =>
      printStatement(ctx, await loadHolder(ctx, query.id), month),
  }),
};
