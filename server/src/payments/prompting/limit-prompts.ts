import type { Database } from '../../database/database.ts';
import { Refusal } from '../../refusal.ts';
import type { Means } from '../baskets/choose-payment.ts';
import { findPrompts, lockPhone, type Prompt } from './prompt-queries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Requests to pay that one telephone gets, over all accounts: its owner may not be the one who asks. */
const limits = [
  { count: 3, withinMs: 10 * MINUTE_MS },
  { count: 5, withinMs: DAY_MS },
] as const;

/** After its owner has refused one. */
const DECLINED_MS = 2 * MINUTE_MS;

/**
 * Locks the telephone that is about to be asked to pay, and counts. Called before the payment is inserted, in its transaction.
 * @throws 429 PHONE_ASKED_ENOUGH with the time to wait
 */
export async function limitPrompts(tx: Database, means: Means | null, now: Date): Promise<void> {
  if (means === null || means.operator === null || means.payingPhone === null) return;
  await lockPhone(tx, means.payingPhone);
  const since = new Date(now.getTime() - DAY_MS);
  const prompts = await findPrompts(tx, means.payingPhone, since, limits[1].count);
  const wait = waitAfter(prompts, now);
  if (wait > 0)
    throw new Refusal('PHONE_ASKED_ENOUGH', { values: { wait: inWords(wait) }, retryAfter: wait / 1000 });
}

function inWords(waitMs: number): string {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  return minutes < 100 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

/** @param prompts latest first */
function waitAfter(prompts: readonly Prompt[], now: Date): number {
  const ends = limits.map(({ count, withinMs }) => {
    const first = prompts[count - 1];
    return first === undefined ? 0 : first.at.getTime() + withinMs;
  });
  const declined = prompts.map(({ declinedAt }) => (declinedAt?.getTime() ?? -DECLINED_MS) + DECLINED_MS);
  return Math.max(...ends, ...declined) - now.getTime();
}
