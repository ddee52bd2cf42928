import type { Fcfa } from '../contract/money.ts';

/** Share of the commission for the partner whose prescription the order used, percent (RULES 4). */
export const PARTNER_SHARE_PERCENT = 50;

/** Splits a commission; the partner's share is rounded down, the rest is the platform's: the parts always add up. */
export function splitCommission(commission: Fcfa, hasPartner: boolean): { partner: Fcfa; platform: Fcfa } {
  const partner = hasPartner ? Math.floor((commission * PARTNER_SHARE_PERCENT) / 100) : 0;
  return { partner, platform: commission - partner };
}
