import type { SystemCtx } from '../ctx.ts';
import { deleteSession } from './queries.ts';
import { tokenHash } from './tokens.ts';

/** The token opens nothing from now on. */
export async function endSession(ctx: SystemCtx, token: string | null): Promise<void> {
  if (token !== null) await deleteSession(ctx.db, tokenHash(token));
}
