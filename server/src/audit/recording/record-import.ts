import type { Database } from '../../database/database.ts';
import { recordCommand } from './record-command.ts';

/** Records an import as one line, with the number of rows that it added or changed; nothing when it changed none. */
export async function recordImport(tx: Database, list: string, count: number): Promise<void> {
  if (count > 0)
    await recordCommand(tx, { action: 'import', kind: 'catalogue', id: list, details: { count } });
}
