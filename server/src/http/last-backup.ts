import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BackupState } from '../ports/machine.ts';

/** The backup command writes it into DATA_DIR when it has succeeded entirely. */
export const LAST_BACKUP = 'last-backup.json';

/** Reading a backup, or restoring it into a temporary database, writes it into DATA_DIR. */
export const LAST_CHECK = 'last-backup-check.json';

const time = z.iso.datetime().transform((text) => new Date(text));
const lastBackup = z.object({ finishedAt: time, bytes: z.int().nonnegative() });
const lastCheck = z.object({ at: time, isWhole: z.boolean(), isRestored: z.boolean() });

/** The last backup and the last check of one; null when there is none, or what was written is unreadable. */
export async function readBackups(dataDir: string): Promise<BackupState> {
  const [last, check] = await Promise.all([
    readJson(join(dataDir, LAST_BACKUP), lastBackup),
    readJson(join(dataDir, LAST_CHECK), lastCheck),
  ]);
  return { last, check };
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}
