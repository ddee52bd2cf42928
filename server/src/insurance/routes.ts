import { insuranceEndpoints, insurerEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { changeCard, createCard, deleteCard, presentCard } from './card.ts';
import { createInsurer, listInsurers, loadInsurer, updateInsurer } from './insurers.ts';
import { type ActiveCard, findActiveCard, findCardOf } from './queries.ts';

/** @throws 404 for a card that does not exist or belongs to another customer */
async function load(ctx: Ctx, { id }: { id: string }): Promise<ActiveCard> {
  const card = await findCardOf(ctx.db, ctx.actor._id, id);
  if (card === null) throw new Refusal('NOT_FOUND');
  return card;
}

export const insuranceHandlers: HandlersOf<typeof insuranceEndpoints> = {
  readInsurances: handler(insuranceEndpoints.readInsurances, {
    handle: async (ctx) => {
      const card = await findActiveCard(ctx.db, ctx.actor._id);
      const insuranceCards = card === null ? [] : [presentCard(card)];
      return ok({ insuranceCards, total: insuranceCards.length });
    },
  }),
  createInsurance: handler(insuranceEndpoints.createInsurance, {
    handle: async (ctx, { body }) => created({ insuranceCard: await createCard(ctx, body) }),
  }),
  updateInsurance: handler(insuranceEndpoints.updateInsurance, {
    load,
    handle: async (ctx, { body }, card) => ok({ insuranceCard: await changeCard(ctx, card.id, body) }),
  }),
  deleteInsurance: handler(insuranceEndpoints.deleteInsurance, {
    load,
    handle: async (ctx, _input, card) => {
      await deleteCard(ctx, card.id);
      return noContent();
    },
  }),
};

export const insurerHandlers: HandlersOf<typeof insurerEndpoints> = {
  listInsurers: handler(insurerEndpoints.listInsurers, {
    handle: async (ctx) => ok(await listInsurers(ctx)),
  }),
  createInsurer: handler(insurerEndpoints.createInsurer, {
    handle: async (ctx, { body }) => created({ insurer: await createInsurer(ctx, body) }),
  }),
  updateInsurer: handler(insurerEndpoints.updateInsurer, {
    load: (ctx, { id }) => loadInsurer(ctx, id),
    handle: async (ctx, { body }, insurer) => ok({ insurer: await updateInsurer(ctx, insurer, body) }),
  }),
};
