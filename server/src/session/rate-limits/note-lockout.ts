import { aboutAccount } from '../../audit/recording/about-account.ts';
import { logSecurity } from '../../audit/recording/log-security.ts';
import { isFirstThisHour, recordOnceAnHour } from '../../audit/recording/once-an-hour.ts';
import type { SystemCtx } from '../../ctx.ts';
import type { UserRow } from '../../database/schema/users.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Counts a guess, and once an hour records that too many were made for an account. Later ones are refused without looking the
 * account up.
 * @returns what `count` returns
 * @throws what `count` throws
 */
export async function noteLockout<T>(
  { db, clock, log }: Pick<SystemCtx, 'db' | 'clock' | 'log'>,
  subject: string,
  findAccount: () => Promise<UserRow | null>,
  count: () => Promise<T>,
): Promise<T> {
  try {
    return await count();
  } catch (error) {
    const isLocked = error instanceof Refusal && error.code === 'TOO_MANY_TRIES';
    if (isLocked && isFirstThisHour(db, clock.now(), `lock-out ${subject}`)) {
      const user = await findAccount();
      logSecurity(log, { event: 'lock-out', user: user?.id ?? null });
      const lines = user ? [{ action: 'lock-out' as const, ...aboutAccount(user) }] : [];
      await recordOnceAnHour({ clock }, db, lines);
    }
    throw error;
  }
}
