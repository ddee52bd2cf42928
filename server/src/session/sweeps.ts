import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { SystemCtx } from '../ctx.ts';
import { deleteCodesBefore, deleteProofsBefore } from './code-queries.ts';
import { deleteAttemptsBefore, deleteCountsBefore, deleteKnownDevicesBefore } from './limit-queries.ts';
import { KNOWN_MS } from './limits.ts';
import { deleteExpiredSessions } from './queries.ts';

/** Deletes expired sessions; returns how many. */
export function sweepSessions(ctx: Pick<SystemCtx, 'db' | 'clock'>): Promise<number> {
  return deleteExpiredSessions(ctx.db, ctx.clock.now());
}

/** Deletes attempts and counted calls older than any rate limit counts; returns how many attempts. */
export async function sweepAttempts({ db, clock }: Pick<SystemCtx, 'db' | 'clock'>): Promise<number> {
  await deleteCountsBefore(db, clock.now());
  return deleteAttemptsBefore(db, new Date(clock.now().getTime() - DAY_MS));
}

/** Deletes expired codes, proofs of work and marks of devices. */
export async function sweepCodes({ db, clock }: Pick<SystemCtx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteCodesBefore(db, now);
  await deleteProofsBefore(db, now);
  await deleteKnownDevicesBefore(db, new Date(now.getTime() - KNOWN_MS));
}
