import type { SystemCtx } from '../ctx.ts';
import { deleteUnusedFiles, findKnownKeys } from './queries.ts';

const HOUR_MS = 3600_000;

/** An upload that nobody used has been forgotten by then. */
const UNUSED_MS = 24 * HOUR_MS;

/** Bytes lie without a row between being written and being booked, which never takes so long. */
const UNBOOKED_MS = HOUR_MS;

const TOGETHER = 500;

/** Removes uploads that nothing holds, and bytes that have no row: of an upload that was lost on its way. */
export async function sweepFiles(ctx: SystemCtx): Promise<void> {
  const now = ctx.clock.now().getTime();
  for (const key of await deleteUnusedFiles(ctx.db, new Date(now - UNUSED_MS))) await ctx.files.remove(key);

  let batch: string[] = [];
  const removeUnbooked = async () => {
    const known = await findKnownKeys(ctx.db, batch);
    for (const key of batch) if (!known.has(key)) await ctx.files.remove(key);
    batch = [];
  };
  for await (const { key, writtenAt } of ctx.files.list()) {
    if (now - writtenAt.getTime() > UNBOOKED_MS) batch.push(key);
    if (batch.length === TOGETHER) await removeUnbooked();
  }
  await removeUnbooked();
}
