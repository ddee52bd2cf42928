import type { Database } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { toPatient } from '../announce.ts';
import { completeActive } from '../change-queries.ts';
import { deletePendingOf, lockActiveOf, renamePatient } from './closing-queries.ts';

/** Completes the active consultations of a deactivated or removed account, which can no longer answer. */
export async function closeChatsOf(jobs: Jobs, tx: Database, userId: string, at: Date): Promise<void> {
  for (const row of await lockActiveOf(tx, userId)) {
    await completeActive(tx, row.id, at, 'closed');
    if (row.patientId !== userId) await notify(jobs, tx, at, [toPatient(row, 'completed')]);
  }
}

/** The same for a removed account, whose requests are deleted and whose name is replaced in the others. */
export async function leaveChats(
  jobs: Jobs,
  tx: Database,
  { id, replacement }: { readonly id: string; readonly replacement: string },
  at: Date,
): Promise<void> {
  await deletePendingOf(tx, id);
  await closeChatsOf(jobs, tx, id, at);
  await renamePatient(tx, id, replacement);
}
