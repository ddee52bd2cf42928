import type { SystemCtx } from '../../ctx.ts';
import { updatePrescribed } from './prescribed-queries.ts';

const DAY_MS = 24 * 3_600_000;
const YEAR_DAYS = 365;

/** Counts how often each medicine was prescribed in the last year, so that its usual strength is found first. */
export async function countPrescribed({ db, clock }: Pick<SystemCtx, 'db' | 'clock'>): Promise<void> {
  await updatePrescribed(db, new Date(clock.now().getTime() - YEAR_DAYS * DAY_MS));
}
