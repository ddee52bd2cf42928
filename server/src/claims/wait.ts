import { formatAmount } from '@amasin/domain/contract/format.ts';
import { monthInBenin, monthRange } from '@amasin/domain/statements/month.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import {
  findInsurerOfCard,
  lockInsurer,
  sumCovered,
  sumInsuredPayments,
  sumOwed,
} from '../insurance/insurer-queries.ts';
import type { CardCopy } from '../insurance/queries.ts';
import { Refusal } from '../refusal.ts';

interface Insured {
  readonly card: CardCopy | null;
  /** What the card takes off the purchase, FCFA. */
  readonly reduction: number;
  /** The reference of the insurer's prior agreement. */
  readonly agreement: string | null;
  /** The baskets that are about to be paid are not counted. */
  readonly basketIds: readonly string[];
  readonly portalsSince: Date;
}

/** The insurer of what is about to be paid, and whether the payment has to wait for it. */
export interface Asked {
  readonly insurerId: string;
  readonly isAwaited: boolean;
}

/**
 * Asks the rules of an insurer about a purchase with one of its cards (rule 60): a paused insurer, one that owes as much as it may, and an
 * order that needs its agreement first make the payment wait. The insurer is locked: of two payments at once, the second counts the first.
 * @returns null without a card, and for one that nobody has checked or whose insurer is to be named
 * @throws 409 INSURANCE_CEILING above what it covers for one person in a month
 */
export async function askInsurer(
  ctx: Ctx,
  tx: Database,
  { card, reduction, agreement, basketIds, portalsSince }: Insured,
): Promise<Asked | null> {
  if (card === null || reduction === 0) return null;
  const named = await findInsurerOfCard(tx, card);
  if (named === null) return null;
  const { id: insurerId, active, limit, ceiling, agreementAbove } = await lockInsurer(tx, named.id);
  const customerId = ctx.actor._id;
  if (ceiling !== null) {
    const range = monthRange(monthInBenin(ctx.clock.now()));
    const paid = await sumCovered(tx, { insurerId, customerId, ...range });
    const open = await sumInsuredPayments(tx, { insurerId, customerId, basketIds, portalsSince });
    const left = Math.max(0, ceiling - paid - open);
    if (reduction > left) throw new Refusal('INSURANCE_CEILING', { values: { left: formatAmount(left) } });
  }
  const needsAgreement = agreementAbove !== null && reduction > agreementAbove && agreement === null;
  if (!active || needsAgreement) return { insurerId, isAwaited: true };
  const owed = (await sumOwed(tx, insurerId)).get(insurerId) ?? 0;
  const open = await sumInsuredPayments(tx, { insurerId, basketIds, portalsSince });
  return { insurerId, isAwaited: owed + open + reduction > limit };
}
