import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The backup command writes it into DATA_DIR when it has succeeded entirely. */
export const LAST_BACKUP = 'last-backup.json';

const lastBackup = z.object({ finishedAt: z.iso.datetime(), bytes: z.int().nonnegative() });

/** The last backup; of 1970 and nothing when there is none, or its marker is unreadable, so that the alert is the same. */
export async function readLastBackup(dataDir: string): Promise<{ finishedAt: Date; bytes: number }> {
  try {
    const text = await readFile(join(dataDir, LAST_BACKUP), 'utf8');
    const { finishedAt, bytes } = lastBackup.parse(JSON.parse(text));
    return { finishedAt: new Date(finishedAt), bytes };
  } catch {
    return { finishedAt: new Date(0), bytes: 0 };
  }
}
