import type { SystemCtx } from '../ctx.ts';
import { deleteUnusedFiles, findKnownKeys } from './queries.ts';

const HOUR_MS = 3600_000;

/** After this time an unbound upload is considered abandoned. */
const UNUSED_MS = 24 * HOUR_MS;

/** Bytes are written before their row, which never takes this long. */
const WITHOUT_ROW_MS = HOUR_MS;

const BATCH = 500;

/**
 * Removes unbound uploads, and bytes without a row from failed uploads.
 * @throws after all others were removed, when some could not be
 */
export async function sweepFiles(ctx: SystemCtx): Promise<void> {
  const now = ctx.clock.now().getTime();
  // Bytes whose row is gone are listed again below, and every night: one file must not keep the others.
  const left = new Set<string>();
  const remove = async (key: string) => {
    if (left.has(key)) return;
    try {
      await ctx.files.remove(key);
    } catch (error) {
      left.add(key);
      ctx.log.warn({ err: error }, 'a file could not be removed');
    }
  };
  for (const key of await deleteUnusedFiles(ctx.db, new Date(now - UNUSED_MS))) await remove(key);

  let batch: string[] = [];
  const removeWithoutRow = async () => {
    const existing = await findKnownKeys(ctx.db, batch);
    for (const key of batch) if (!existing.has(key)) await remove(key);
    batch = [];
  };
  for await (const { key, writtenAt } of ctx.files.list()) {
    if (now - writtenAt.getTime() > WITHOUT_ROW_MS) batch.push(key);
    if (batch.length === BATCH) await removeWithoutRow();
  }
  await removeWithoutRow();
  if (left.size > 0) throw new Error(`files that could not be removed: ${left.size}`);
}
