import type { Database } from '../../database/database.ts';
import { type NewLine, record } from './record.ts';

/** Records what a command of the server did: at this time, without a user. */
export function recordCommand(tx: Database, line: NewLine): Promise<void> {
  const details = { ...line.details, by: 'command' as const };
  return record({ clock: { now: () => new Date() } }, tx, { ...line, details });
}
