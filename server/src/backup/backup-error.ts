import { reasonOf } from '../start/reason-of.ts';

/** One line for the operator, who can do something about it. */
export class BackupError extends Error {}

/** The same for whatever else went wrong: what was not done, and the system's reason. */
export function asBackupError(error: unknown, notDone: string): BackupError {
  if (error instanceof BackupError) return error;
  return new BackupError(`${notDone} (${reasonOf(error)}) : rien n’a été changé.`, { cause: error });
}
