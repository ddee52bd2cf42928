import { reasonOf } from '../start/reason-of.ts';

/** An error whose message is one line for the operator. */
export class BackupError extends Error {}

/** Wraps any other error: what was not done, and the system's reason. */
export function asBackupError(error: unknown, notDone: string): BackupError {
  if (error instanceof BackupError) return error;
  return new BackupError(`${notDone} (${reasonOf(error)}) : rien n’a été changé.`, { cause: error });
}
