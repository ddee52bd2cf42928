import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import type { SystemCtx } from '../ctx.ts';
import { mayErase } from './house-mark.ts';
import { deleteUnusedFiles, findKnownKeys } from './queries.ts';

/**
 * After this time an unbound upload is considered abandoned. So are bytes without a row: a row follows its bytes, and never takes
 * this long.
 */
const UNUSED_MS = HOUR_MS;

const BATCH = 500;

const NOT_ADOPTED = 'nothing is erased in a file store that this database has not adopted';

/**
 * Removes unbound uploads.
 * @throws before anything is removed, when the store is another house's; after all others were removed, when some could not be
 */
export async function sweepUnbound(ctx: SystemCtx): Promise<void> {
  if (!(await mayErase(ctx))) return ctx.log.warn({}, NOT_ADOPTED);
  const remove = remover(ctx);
  const before = new Date(ctx.clock.now().getTime() - UNUSED_MS);
  for (const key of await deleteUnusedFiles(ctx.db, before)) await remove(key);
  remove.end();
}

/**
 * Removes bytes without a row, from failed uploads, and those of erased files: lists the whole store.
 * @throws before anything is removed, when the store is another house's; after all others were removed, when some could not be
 */
export async function sweepBytes(ctx: SystemCtx): Promise<void> {
  if (!(await mayErase(ctx))) return ctx.log.warn({}, NOT_ADOPTED);
  const remove = remover(ctx);
  const now = ctx.clock.now().getTime();
  let batch: string[] = [];
  const removeWithoutRow = async () => {
    const existing = await findKnownKeys(ctx.db, batch);
    for (const key of batch) if (!existing.has(key)) await remove(key);
    batch = [];
  };
  for await (const { key, writtenAt } of ctx.files.list()) {
    if (now - writtenAt.getTime() > UNUSED_MS) batch.push(key);
    if (batch.length === BATCH) await removeWithoutRow();
  }
  await removeWithoutRow();
  remove.end();
}

/** Removes bytes. Those that cannot be removed are listed again every night: one file must not stop the removal of the others. */
function remover({ files, log }: SystemCtx) {
  let failures = 0;
  const remove = async (key: string) => {
    try {
      await files.remove(key);
    } catch (error) {
      failures += 1;
      log.warn({ err: error }, 'a file could not be removed');
    }
  };
  const end = () => {
    if (failures > 0) throw new Error(`files that could not be removed: ${failures}`);
  };
  return Object.assign(remove, { end });
}
