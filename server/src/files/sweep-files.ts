import type { SystemCtx } from '../ctx.ts';
import { deleteUnusedFiles, findKnownKeys } from './queries.ts';

const HOUR_MS = 3600_000;

/** After this time an unbound upload is considered abandoned. */
const UNUSED_MS = 24 * HOUR_MS;

/** Bytes are written before their row, which never takes this long. */
const WITHOUT_ROW_MS = HOUR_MS;

const BATCH = 500;

/** Removes unbound uploads, and bytes without a row from failed uploads. */
export async function sweepFiles(ctx: SystemCtx): Promise<void> {
  const now = ctx.clock.now().getTime();
  for (const key of await deleteUnusedFiles(ctx.db, new Date(now - UNUSED_MS))) await ctx.files.remove(key);

  let batch: string[] = [];
  const removeWithoutRow = async () => {
    const existing = await findKnownKeys(ctx.db, batch);
    for (const key of batch) if (!existing.has(key)) await ctx.files.remove(key);
    batch = [];
  };
  for await (const { key, writtenAt } of ctx.files.list()) {
    if (now - writtenAt.getTime() > WITHOUT_ROW_MS) batch.push(key);
    if (batch.length === BATCH) await removeWithoutRow();
  }
  await removeWithoutRow();
}
