import type { SystemCtx } from '../ctx.ts';
import { deleteCodesBefore, deleteProofsBefore } from './code-queries.ts';
import { deleteAttemptsBefore, deleteKnownDevicesBefore } from './limit-queries.ts';
import { KNOWN_MS } from './limits.ts';
import { deleteExpiredSessions } from './queries.ts';

const DAY_MS = 24 * 3600_000;

/** Deletes expired sessions; returns how many. */
export function sweepSessions(ctx: Pick<SystemCtx, 'db' | 'clock'>): Promise<number> {
  return deleteExpiredSessions(ctx.db, ctx.clock.now());
}

/** Deletes attempts older than any rate limit counts; returns how many. */
export function sweepAttempts(ctx: Pick<SystemCtx, 'db' | 'clock'>): Promise<number> {
  return deleteAttemptsBefore(ctx.db, new Date(ctx.clock.now().getTime() - DAY_MS));
}

/** Deletes expired codes, proofs of work and marks of devices. */
export async function sweepCodes({ db, clock }: Pick<SystemCtx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteCodesBefore(db, now);
  await deleteProofsBefore(db, now);
  await deleteKnownDevicesBefore(db, new Date(now.getTime() - KNOWN_MS));
}
