import { record } from '../../audit/recording/record.ts';
import type { Database } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { toPatient } from '../announce.ts';
import { completeActive } from '../change-queries.ts';
import { deletePendingOf, lockActiveOf, renamePatient } from './closing-queries.ts';

/**
 * Ends the consultations of a deactivated or removed account, which can no longer reply: deletes its requests and
 * completes its active consultations.
 */
export async function closeChatsOf(jobs: Jobs, tx: Database, userId: string, at: Date): Promise<void> {
  // First, because a request that a doctor accepts meanwhile becomes active and is completed below.
  await deletePendingOf(tx, userId);
  for (const row of await lockActiveOf(tx, userId)) {
    await completeActive(tx, row.id, at, 'closed');
    const about = { kind: 'consultation', id: row.id, customerId: row.patientId } as const;
    await record({ clock: { now: () => at } }, tx, { action: 'complete', ...about });
    if (row.patientId !== userId) await notify(jobs, tx, at, [toPatient(row, 'completed')]);
  }
}

/** The same for a removed account, whose name is replaced in what remains. */
export async function leaveChats(
  jobs: Jobs,
  tx: Database,
  { id, replacement }: { readonly id: string; readonly replacement: string },
  at: Date,
): Promise<void> {
  await closeChatsOf(jobs, tx, id, at);
  await renamePatient(tx, id, replacement);
}
