import type { SystemCtx } from '../../ctx.ts';
import { deleteProofsBefore } from './proof-queries.ts';
import { deleteCodesBefore } from './queries.ts';

/** Forgets codes and proofs of work that have run out. */
export async function sweepCodes({ db, clock }: Pick<SystemCtx, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteCodesBefore(db, now);
  await deleteProofsBefore(db, now);
}
