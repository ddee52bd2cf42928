import { dayInBenin, timeInBenin } from '@amasin/domain/contract/dates.ts';
import { formatAmount } from '@amasin/domain/contract/money.ts';
import { type RefusalCode, refusalMessage } from '@amasin/domain/contract/refusals.ts';
import type { Database } from '../../database/database.ts';
import { Refusal } from '../../refusal.ts';
import { findLastPayout } from './payout-queries.ts';

/** How long ago a payout was that the caller may not have seen, ms. */
const UNSEEN_MS = 24 * 3600_000;

interface TooMuch {
  /** Null for the platform. */
  readonly partnerId: string | null;
  readonly amount: number;
  readonly remaining: number;
  /** The field of the amount. */
  readonly path: string;
  readonly at: Date;
}

/**
 * 409 with the remaining amount, FCFA: ALREADY_PAID_OUT with who paid when, if the amount was payable until a payout of the last
 * day; otherwise OVER_REMAINING.
 */
export async function overRemaining(
  tx: Database,
  { partnerId, amount, remaining, path, at }: TooMuch,
): Promise<Refusal> {
  const last = await findLastPayout(tx, partnerId);
  const rest = formatAmount(remaining);
  const isWhy =
    last !== null &&
    amount <= remaining + last.amount &&
    Math.abs(at.getTime() - last.at.getTime()) < UNSEEN_MS;
  if (!isWhy) return refusal('OVER_REMAINING', { rest }, path);
  const to = last.partner === null ? '' : ` à ${last.partner}`;
  const yesterday = dayInBenin(last.at) === dayInBenin(at) ? '' : 'hier ';
  const values = {
    what: `${formatAmount(last.amount)} F${to}`,
    name: last.actor,
    when: `${yesterday}à ${timeInBenin(last.at).slice(11, 16)}`,
    rest,
  };
  return refusal('ALREADY_PAID_OUT', values, path);
}

function refusal(code: RefusalCode, values: Record<string, string>, path: string): Refusal {
  return new Refusal(code, { values, fields: { [path]: refusalMessage(code, values) } });
}
