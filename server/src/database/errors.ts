/** Whether this is a unique violation; with `constraint`, of that index. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const found = databaseError(error);
  return found.code === '23505' && (constraint === undefined || found.constraint === constraint);
}

/** A deadlock or serialisation failure: a retry of the transaction may succeed. */
export function isWorthRetrying(error: unknown): boolean {
  const { code } = databaseError(error);
  return code === '40001' || code === '40P01';
}

/** Whether a statement waited too long for a lock (lock_timeout). */
export const isLockTimeout = (error: unknown): boolean => databaseError(error).code === '55P03';

/** Whether a statement failed because one before it had aborted the transaction, or had failed to prepare the same text. */
export function isConsequence(error: unknown): boolean {
  const { code } = databaseError(error);
  return code === '25P02' || code === '26000';
}

// Deadlocks and serialisation failures get here only after all retries.
const outages = new Set([
  '40001',
  '40P01',
  'EAGAIN',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '55P03',
  '57014',
  'ENOSPC',
  'EDQUOT',
]);

/** Whether the disk of the database or of our files is full. */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(databaseError(error).code ?? '');
}

/**
 * Whether the database is unreachable, starting, too busy or out of disk: an outage (503), not a bug or a bad
 * request.
 */
export function isOutage(error: unknown): boolean {
  const { code } = databaseError(error);
  if (code !== undefined) return outages.has(code) || /^(08|53|57P)/.test(code);
  return mentionsLostConnection(error);
}

// The driver's own errors have no code.
function mentionsLostConnection(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (
      /Connection terminated|timeout exceeded when trying to connect|Cannot use a pool|is not queryable/i.test(
        current.message,
      )
    ) {
      return true;
    }
  }
  return false;
}

/** SQLSTATE and constraint of a database error; Drizzle has the driver's error in `cause`. */
function databaseError(error: unknown): { code?: string; constraint?: string } {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current as { code: string };
  }
  return {};
}
