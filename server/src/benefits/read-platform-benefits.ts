import type { PlatformBenefits } from '@amasin/domain/benefits/benefit.ts';
import { remainingOf } from '@amasin/domain/benefits/journal.ts';
import type { Ctx } from '../ctx.ts';
import { findPartnersWithBalance, sumPlatformBalance } from './balance-queries.ts';
import { presentPartner } from './present.ts';

/** The platform's own share and every partner's, summed afresh (RULES 6). */
export async function readPlatformBenefits(ctx: Ctx): Promise<PlatformBenefits> {
  const [platform, partners] = await Promise.all([
    sumPlatformBalance(ctx.db),
    findPartnersWithBalance(ctx.db),
  ]);
  return { ...platform, totalToPay: remainingOf(platform), partners: partners.map(presentPartner) };
}
