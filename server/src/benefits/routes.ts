import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { csvFile } from '../routing/csv.ts';
import { type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { exportPayouts, payoutColumns } from './export.ts';
import {
  loadPayout,
  payByHand,
  payPartners,
  paySettlement,
  paySuperAdmin,
  replacePayout,
  setPayoutAccount,
} from './pay.ts';
import { findOpenPayouts } from './payout-queries.ts';
import { loadPayee, readOwnMoney, readSettlement, setTerms } from './prepare.ts';
import { presentOpenPayout, presentPartnerPayout, presentPayout, presentSettledPayout } from './present.ts';
import { findOrderSeenBy, type SeenOrder } from './queries.ts';
import {
  calculateBenefits,
  listEarnedShares,
  readMoney,
  readPartnerBenefits,
  readPlatformBenefits,
} from './read.ts';

async function loadOrder(ctx: Ctx, { id }: { id: string }): Promise<SeenOrder> {
  const order = await findOrderSeenBy(ctx.db, ctx.actor, id);
  if (order === null) throw new Refusal('NOT_FOUND');
  return order;
}

export const benefitHandlers: HandlersOf<typeof benefitEndpoints> = {
  calculateBenefits: handler(benefitEndpoints.calculateBenefits, {
    load: loadOrder,
    handle: async (ctx, _input, order) => ok({ success: true, benefic: await calculateBenefits(ctx, order) }),
  }),
  payPartners: handler(benefitEndpoints.payPartners, {
    handle: (ctx, { body }, _resource, { storeResponse }) =>
      payPartners(ctx, body.partners, (tx, paid) =>
        storeResponse(tx, ok({ success: true, payments: paid.map(presentPartnerPayout) })),
      ),
  }),
  paySuperAdmin: handler(benefitEndpoints.paySuperAdmin, {
    handle: (ctx, { body }, _resource, { storeResponse }) =>
      paySuperAdmin(ctx, body.amount, (tx, paid) =>
        storeResponse(tx, ok({ success: true, payment: presentPayout(paid) })),
      ),
  }),
  exportPayouts: handler(benefitEndpoints.exportPayouts, {
    limit: 'exportsPerMinute',
    handle: async (ctx) => csvFile(ctx, 'paiements', payoutColumns, await exportPayouts(ctx)),
  }),
  listPayouts: handler(benefitEndpoints.listPayouts, {
    handle: async (ctx) => ok({ payouts: (await findOpenPayouts(ctx.db)).map(presentOpenPayout) }),
  }),
  retryPayout: handler(benefitEndpoints.retryPayout, {
    load: (ctx, { id }) => loadPayout(ctx, id),
    handle: async (ctx, _input, payout) => {
      await replacePayout(ctx, payout, null);
      return noContent();
    },
  }),
  settlePayout: handler(benefitEndpoints.settlePayout, {
    load: (ctx, { id }) => loadPayout(ctx, id),
    handle: async (ctx, { body }, payout) => {
      await replacePayout(ctx, payout, body.note);
      return noContent();
    },
  }),
  setPayoutAccount: handler(benefitEndpoints.setPayoutAccount, {
    handle: async (ctx, { body }) => {
      await setPayoutAccount(ctx, body);
      return ok(await readOwnMoney(ctx));
    },
  }),
  readOwnMoney: handler(benefitEndpoints.readOwnMoney, {
    handle: async (ctx) => ok(await readOwnMoney(ctx)),
  }),
  readSettlement: handler(benefitEndpoints.readSettlement, {
    handle: async (ctx) => ok(await readSettlement(ctx)),
  }),
  paySettlement: handler(benefitEndpoints.paySettlement, {
    handle: (ctx, { body }, _resource, { storeResponse }) =>
      paySettlement(ctx, body, (tx, paid) =>
        storeResponse(tx, ok({ success: true, payments: paid.map(presentSettledPayout) })),
      ),
  }),
  payByHand: handler(benefitEndpoints.payByHand, {
    handle: (ctx, { body }, _resource, { storeResponse }) =>
      payByHand(ctx, body, (tx, paid) =>
        storeResponse(tx, ok({ success: true, payment: presentSettledPayout(paid) })),
      ),
  }),
  setPayoutTerms: handler(benefitEndpoints.setPayoutTerms, {
    load: (ctx, { id }) => loadPayee(ctx, id),
    handle: async (ctx, { body }, payee) => {
      await setTerms(ctx, payee, body);
      return ok(body);
    },
  }),
  readMoney: handler(benefitEndpoints.readMoney, {
    handle: async (ctx) => ok(await readMoney(ctx)),
  }),
  readPartnerBenefits: handler(benefitEndpoints.readPartnerBenefits, {
    handle: async (ctx, { query }) => ok(await readPartnerBenefits(ctx, query.id)),
  }),
  listEarnedShares: handler(benefitEndpoints.listEarnedShares, {
    handle: async (ctx, { query }) => ok(await listEarnedShares(ctx, query)),
  }),
  readPlatformBenefits: handler(benefitEndpoints.readPlatformBenefits, {
    handle: async (ctx) => ok(await readPlatformBenefits(ctx)),
  }),
};
