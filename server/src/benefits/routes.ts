import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { respondOnceAMinute } from '../routing/idempotency.ts';
import { payPartners } from './paying/pay-partners.ts';
import { paySuperAdmin } from './paying/pay-super-admin.ts';
import { presentPartnerPayout, presentPayout } from './present.ts';
import { findOrderSeenBy, type SeenOrder } from './queries.ts';
import { calculateBenefits, readPartnerBenefits, readPlatformBenefits } from './read-benefits.ts';

async function loadOrder(ctx: Ctx, { id }: { id: string }): Promise<SeenOrder> {
  const order = await findOrderSeenBy(ctx.db, ctx.actor, id);
  if (order === null) throw new Refusal('NOT_FOUND');
  return order;
}

const { payPartners: toPartners, paySuperAdmin: toPlatform } = benefitEndpoints;

export const benefitHandlers: HandlersOf<typeof benefitEndpoints> = {
  calculateBenefits: handler(benefitEndpoints.calculateBenefits, {
    load: loadOrder,
    handle: async (ctx, _input, order) => ok({ success: true, benefic: await calculateBenefits(ctx, order) }),
  }),
  payPartners: handler(toPartners, {
    handle: (ctx, { body }, _resource, call) =>
      respondOnceAMinute(ctx, call, { path: toPartners.path, body }, (storeResponse) =>
        payPartners(ctx, body.partners, (tx, paid) =>
          storeResponse(tx, ok({ success: true, payments: paid.map(presentPartnerPayout) })),
        ),
      ),
  }),
  paySuperAdmin: handler(toPlatform, {
    handle: (ctx, { body }, _resource, call) =>
      respondOnceAMinute(ctx, call, { path: toPlatform.path, body }, (storeResponse) =>
        paySuperAdmin(ctx, body.amount, (tx, paid) =>
          storeResponse(tx, ok({ success: true, payment: presentPayout(paid) })),
        ),
      ),
  }),
  readPartnerBenefits: handler(benefitEndpoints.readPartnerBenefits, {
    handle: async (ctx, { query }) => ok(await readPartnerBenefits(ctx, query.id)),
  }),
  readPlatformBenefits: handler(benefitEndpoints.readPlatformBenefits, {
    handle: async (ctx) => ok(await readPlatformBenefits(ctx)),
  }),
};
