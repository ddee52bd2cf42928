import { cardCheckEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { findCard, findCardsToCheck } from '../../insurance/queries.ts';
import { Refusal } from '../../refusal.ts';
import { type HandlersOf, handler, noContent, ok } from '../../routing/handlers.ts';
import { checkCard } from './check-card.ts';

export const cardCheckHandlers: HandlersOf<typeof cardCheckEndpoints> = {
  listCardsToCheck: handler(cardCheckEndpoints.listCardsToCheck, {
    handle: async (ctx) => {
      const cards = (await findCardsToCheck(ctx.db)).flatMap(({ card, customer, orders }) =>
        card.fileKey === null || card.checkAskedAt === null
          ? []
          : {
              _id: card.id,
              customer,
              label: card.label,
              taux: card.rate,
              url: card.fileKey,
              askedAt: card.checkAskedAt.toISOString(),
              orders,
            },
      );
      return ok({ cards, total: cards.length });
    },
  }),
  checkCard: handler(cardCheckEndpoints.checkCard, {
    load: async (ctx, { id }) => {
      const card = await findCard(ctx.db, id);
      if (card === null) throw new Refusal('NOT_FOUND');
      return card;
    },
    handle: async (ctx, { body }, card) => {
      await checkCard(ctx, card.id, body);
      return noContent();
    },
  }),
};
