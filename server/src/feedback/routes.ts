import { feedbackEndpoints } from '@amasin/domain/feedback/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import { loadOrder } from '../orders/load.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { giveFeedback, readOwnFeedback } from './give.ts';
import { handleFeedback, listFeedback, loadFeedback } from './handle.ts';
import { countAnswers } from './queries.ts';

const load = (ctx: Ctx, { id }: { id: string }) => loadOrder(ctx, id);

export const feedbackHandlers: HandlersOf<typeof feedbackEndpoints> = {
  readFeedback: handler(feedbackEndpoints.readFeedback, {
    load,
    handle: async (ctx, _input, view) => ok({ feedback: await readOwnFeedback(ctx, view) }),
  }),
  giveFeedback: handler(feedbackEndpoints.giveFeedback, {
    load,
    handle: async (ctx, { body }, view) => ok({ feedback: await giveFeedback(ctx, view, body) }),
  }),
  listFeedback: handler(feedbackEndpoints.listFeedback, {
    handle: async (ctx, { query }) => ok(await listFeedback(ctx, query)),
  }),
  handleFeedback: handler(feedbackEndpoints.handleFeedback, {
    load: (ctx, { id }) => loadFeedback(ctx, id),
    handle: async (ctx, { body }, found) => ok({ feedback: await handleFeedback(ctx, found, body) }),
  }),
  countFeedback: handler(feedbackEndpoints.countFeedback, {
    handle: async ({ db, clock }) => ok({ counts: await countAnswers(db, clock.now()) }),
  }),
};
