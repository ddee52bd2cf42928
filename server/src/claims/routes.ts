import { claimEndpoints } from '@amasin/domain/claims/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import { loadInsurer } from '../insurance/insurers.ts';
import { type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { moveClaim, moveClaimLine } from './move.ts';
import { listUnnamed, loadUnnamed, nameInsurer } from './name.ts';
import { exportClaim, printClaim } from './papers.ts';
import { claimOf, listClaims, readClaim, readLine } from './read.ts';

const load = (ctx: Ctx, { id }: { id: string }) => loadInsurer(ctx, id);

export const claimHandlers: HandlersOf<typeof claimEndpoints> = {
  listClaims: handler(claimEndpoints.listClaims, { handle: async (ctx) => ok(await listClaims(ctx)) }),
  listUnnamedOrders: handler(claimEndpoints.listUnnamedOrders, {
    handle: async (ctx) => ok(await listUnnamed(ctx)),
  }),
  nameInsurer: handler(claimEndpoints.nameInsurer, {
    load: (ctx, { id }) => loadUnnamed(ctx, id),
    handle: async (ctx, { body }, order) => {
      await nameInsurer(ctx, order.id, body.insurer);
      return noContent();
    },
  }),
  readClaim: handler(claimEndpoints.readClaim, {
    load,
    handle: async (ctx, { params, query }, insurer) => ok(await readClaim(ctx, insurer, params.month, query)),
  }),
  moveClaim: handler(claimEndpoints.moveClaim, {
    load,
    handle: async (ctx, { params, body }, insurer) => {
      await moveClaim(ctx, insurer.id, params.month, body.state);
      return ok({ claim: await claimOf(ctx, insurer, params.month) });
    },
  }),
  exportClaim: handler(claimEndpoints.exportClaim, {
    limit: 'exportsPerMinute',
    load,
    handle: async (ctx, { params }, insurer) => exportClaim(ctx, insurer, params.month),
  }),
  printClaim: handler(claimEndpoints.printClaim, {
    limit: 'exportsPerMinute',
    load,
    handle: async (ctx, { params }, insurer) => printClaim(ctx, insurer, params.month),
  }),
  moveClaimLine: handler(claimEndpoints.moveClaimLine, {
    load: (ctx, { id }) => readLine(ctx, id),
    handle: async (ctx, { body }, { _id: id }) => {
      await moveClaimLine(ctx, id, body);
      return ok({ line: await readLine(ctx, id) });
    },
  }),
};
