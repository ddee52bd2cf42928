import { createHash } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import type { PublicCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { countFromAddress, findNthLatestAttempt, insertAttempt, lockCount } from './queries.ts';

/** RULES 22: so many wrong attempts for an account within the window, then it waits. */
const PER_ACCOUNT = 10;
/** More than this for one identifier from one network address is nobody's mistake: five codes have 25 attempts. */
const PER_PAIR = 40;
const windowsMs = { login: 15 * 60_000, register: 60 * 60_000, verify: 60 * 60_000 };

export type AttemptKind = keyof typeof windowsMs;

/** What is kept of an identifier: the table names nobody. */
export function subjectOf(kind: string, identifier: string): string {
  return createHash('sha256').update(`${kind}:${identifier}`).digest('hex');
}

/**
 * Counts a try before it is made, or refuses it with the seconds to wait: callers at once take turns, so that the
 * eleventh never gets its answer for free. Accounts that do not exist are counted alike.
 */
export async function countAttempt(ctx: PublicCtx, kind: AttemptKind, identifier: string): Promise<void> {
  const now = ctx.clock.now();
  // Of IPv6 the network (/64) counts: one subscriber has all its addresses.
  const row = { kind, subject: subjectOf(kind, identifier), address: normalizeIP(ctx.address), at: now };
  const since = new Date(now.getTime() - windowsMs[kind]);
  const refuseSince = (first: Date): never => {
    const freeAt = first.getTime() + windowsMs[kind];
    throw new Refusal('TOO_MANY_TRIES', { retryAfter: Math.max(1, (freeAt - now.getTime()) / 1000) });
  };
  // Without taking turns: whoever goes on costs little, and fills no table.
  const fortieth = await findNthLatestAttempt(ctx.db, row, since, PER_PAIR, row.address);
  if (fortieth !== null) refuseSince(fortieth);
  await transact(ctx.db, async (tx: Database) => {
    // Always the account first, then the address: two callers never wait for each other.
    if (kind === 'login') {
      await lockCount(tx, `${kind} ${row.subject}`);
      const tenth = await findNthLatestAttempt(tx, row, since, PER_ACCOUNT);
      if (tenth !== null) refuseSince(tenth);
    }
    await lockCount(tx, `${kind} ${row.address}`);
    const { others, first } = await countFromAddress(tx, row, since);
    // Carriers share addresses among thousands: accounts are counted, so that one person's mistakes cost little.
    if (others >= ctx.settings.addressLimit) refuseSince(first ?? now);
    await insertAttempt(tx, row);
  });
}
