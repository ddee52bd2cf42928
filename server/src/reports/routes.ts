import { reportEndpoints } from '@amasin/domain/reports/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import { loadOrder } from '../orders/load.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { printDeclaration } from './print.ts';
import { listOwnReports, sendReport } from './send.ts';
import {
  closeReport,
  listReports,
  loadReport,
  noteDeclared,
  readReport,
  takeReport,
  writeFacts,
} from './treat.ts';

const ofOrder = (ctx: Ctx, { id }: { id: string }) => loadOrder(ctx, id);
const load = (ctx: Ctx, { id }: { id: string }) => loadReport(ctx, id);

export const reportHandlers: HandlersOf<typeof reportEndpoints> = {
  listOwnReports: handler(reportEndpoints.listOwnReports, {
    load: ofOrder,
    handle: async (ctx, _input, view) => ok(await listOwnReports(ctx, view)),
  }),
  sendReport: handler(reportEndpoints.sendReport, {
    load: ofOrder,
    handle: (ctx, { body }, view, { storeResponse }) =>
      sendReport(ctx, view, body, (tx, report) => storeResponse(tx, created({ report }))),
  }),
  listReports: handler(reportEndpoints.listReports, {
    handle: async (ctx, { query }) => ok(await listReports(ctx, query)),
  }),
  readReport: handler(reportEndpoints.readReport, {
    load,
    handle: async (ctx, _input, view) => ok({ report: await readReport(ctx, view) }),
  }),
  takeReport: handler(reportEndpoints.takeReport, {
    load,
    handle: async (ctx, { body }, view) => {
      await takeReport(ctx, view, body.replaces);
      return noContent();
    },
  }),
  writeFacts: handler(reportEndpoints.writeFacts, {
    load,
    handle: async (ctx, { body }, view) => {
      await writeFacts(ctx, view, body);
      return noContent();
    },
  }),
  printDeclaration: handler(reportEndpoints.printDeclaration, {
    limit: 'exportsPerMinute',
    load,
    handle: async (ctx, _input, view) => printDeclaration(ctx, view),
  }),
  noteDeclared: handler(reportEndpoints.noteDeclared, {
    load,
    handle: async (ctx, { body }, view) => {
      await noteDeclared(ctx, view, body);
      return noContent();
    },
  }),
  closeReport: handler(reportEndpoints.closeReport, {
    load,
    handle: async (ctx, { body }, view) => {
      await closeReport(ctx, view, body);
      return noContent();
    },
  }),
};
