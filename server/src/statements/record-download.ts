import { record } from '../audit/recording/record.ts';
import type { Ctx } from '../ctx.ts';
import { insertOpening } from '../files/queries.ts';
import type { Holder } from './lines/queries.ts';

/** Records that a super administrator downloads the statement of another person. */
export async function recordDownload(ctx: Ctx, { id }: Holder, month: string): Promise<void> {
  const { db, actor, clock } = ctx;
  if (actor._id === id) return;
  await insertOpening(db, { object: `export:statement:${id}`, userId: actor._id, at: clock.now() });
  const details = { event: 'statement', to: month };
  await record(ctx, db, { action: 'export', kind: 'user', id, details });
}
