import { recallEndpoints } from '@amasin/domain/recalls/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { answerRecall, answerStock, loadAsked, loadRecipient } from './answer.ts';
import { createRecall, liftRecall } from './make.ts';
import {
  listForPharmacy,
  listRecalls,
  listReceived,
  listWritten,
  loadRecall,
  presentRecall,
  readAnswers,
} from './read.ts';

const load = (ctx: Ctx, { id }: { id: string }) => loadRecall(ctx, id);

export const recallHandlers: HandlersOf<typeof recallEndpoints> = {
  listRecalls: handler(recallEndpoints.listRecalls, { handle: async (ctx) => ok(await listRecalls(ctx)) }),
  createRecall: handler(recallEndpoints.createRecall, {
    handle: async (ctx, { body }) => created({ recall: presentRecall(await createRecall(ctx, body)) }),
  }),
  readRecall: handler(recallEndpoints.readRecall, {
    load,
    handle: async (ctx, _input, view) =>
      ok({ recall: presentRecall(view), pharmacies: await readAnswers(ctx, view) }),
  }),
  liftRecall: handler(recallEndpoints.liftRecall, {
    load,
    handle: async (ctx, _input, view) => ok({ recall: presentRecall(await liftRecall(ctx, view)) }),
  }),
  listReceivedRecalls: handler(recallEndpoints.listReceivedRecalls, {
    handle: async (ctx) => ok(await listReceived(ctx)),
  }),
  answerRecall: handler(recallEndpoints.answerRecall, {
    load: (ctx, { id }) => loadRecipient(ctx, id),
    handle: async (ctx, { body }, recipientId) => {
      await answerRecall(ctx, recipientId, body.kept ?? null);
      return noContent();
    },
  }),
  listPharmacyRecalls: handler(recallEndpoints.listPharmacyRecalls, {
    handle: async (ctx) => ok(await listForPharmacy(ctx)),
  }),
  answerStock: handler(recallEndpoints.answerStock, {
    load: (ctx, { id }) => loadAsked(ctx, id),
    handle: async (ctx, { params, body }) => {
      await answerStock(ctx, params.id, body.boxes);
      return noContent();
    },
  }),
  listWrittenBatches: handler(recallEndpoints.listWrittenBatches, {
    handle: async (ctx) => ok(await listWritten(ctx)),
  }),
};
