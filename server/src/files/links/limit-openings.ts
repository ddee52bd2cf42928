import { tooManyTries } from '../../refusal.ts';
import type { Link } from './signed-link.ts';

/** How often a person may open one object in a minute, through any number of links. */
export const MAX_OPENINGS = 30;

const MINUTE_MS = 60_000;

/** How long a refusal waits, ms, so that clients that repeat at once leave the server time for others. */
export const REFUSAL_MS = 300;

let minute = 0;
/** The openings of the current minute, by person and object. Only valid links are counted. */
const openings = new Map<string, number>();

/** Counts an opening. @throws 429 TOO_MANY_TRIES above the limit */
export async function limitOpenings({ userId, object }: Omit<Link, 'session'>, now: Date): Promise<void> {
  const current = Math.floor(now.getTime() / MINUTE_MS);
  if (current !== minute) openings.clear();
  minute = current;
  const key = `${userId} ${object}`;
  const count = (openings.get(key) ?? 0) + 1;
  if (count > MAX_OPENINGS) {
    await new Promise((resolve) => setTimeout(resolve, REFUSAL_MS));
    throw tooManyTries((current + 1) * MINUTE_MS - now.getTime());
  }
  openings.set(key, count);
}
