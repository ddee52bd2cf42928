import { DAY_MS, MINUTE_MS } from '@amasin/domain/contract/time.ts';
import type { Database } from '../database/database.ts';
import { lockByName } from '../database/sql.ts';
import { Refusal } from '../refusal.ts';
import { caps } from '../settings/limits.ts';
import type { Means } from './basket.ts';
import { findPrompts, type Prompt } from './queries.ts';

/**
 * Locks the telephone that is about to be asked to pay, and counts its requests. Call it before the payment is inserted, in the
 * same transaction.
 * @throws 429 PHONE_ASKED_ENOUGH with the time to wait
 */
export async function limitPrompts(tx: Database, means: Means | null, now: Date): Promise<void> {
  if (means === null || means.operator === null || means.payingPhone === null) return;
  await lockByName(tx, `prompts ${means.payingPhone}`);
  const since = new Date(now.getTime() - DAY_MS);
  const prompts = await findPrompts(tx, means.payingPhone, since, caps.prompts[1].count);
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
  const ends = caps.prompts.map(({ count, withinMs }) => {
    const first = prompts[count - 1];
    return first === undefined ? 0 : first.at.getTime() + withinMs;
  });
  const declined = prompts.map(
    ({ declinedAt }) => (declinedAt?.getTime() ?? -caps.promptPauseMs) + caps.promptPauseMs,
  );
  return Math.max(...ends, ...declined) - now.getTime();
}

/** Reads of a payment ask the provider again after this time, ms. */
const PAUSE_MS = 2_000;
/** This many payments are remembered at most; a forgotten one is only asked about sooner. */
const MAX_REMEMBERED = 10_000;

interface Asked {
  readonly at: number;
  /** Fulfilled when the provider has answered or failed. */
  readonly ended: Promise<void>;
}

/** The last request for each payment, the longest ago first. */
const lastAsked = new Map<string, Asked>();

/**
 * Asks the provider about a payment unless it was asked in the last two seconds.
 * @returns null when it was, once that request has ended: the row then says what it answered
 */
export async function askUnlessRecent<Answer>(
  paymentId: string,
  now: Date,
  ask: () => Promise<Answer>,
): Promise<Answer | null> {
  const at = now.getTime();
  const isRecent = (asked: Asked) => at - asked.at < PAUSE_MS;
  const last = lastAsked.get(paymentId);
  if (last !== undefined && isRecent(last)) {
    await last.ended;
    return null;
  }
  lastAsked.delete(paymentId);
  for (const [id, asked] of lastAsked) {
    if (isRecent(asked) && lastAsked.size < MAX_REMEMBERED) break;
    lastAsked.delete(id);
  }
  const answer = ask();
  const end = () => {};
  lastAsked.set(paymentId, { at, ended: answer.then(end, end) });
  return answer;
}
