import type { Ctx } from '../../ctx.ts';
import { findCreators } from './queries.ts';

/** Who added medicines of the catalogue: what it can be filtered by. */
export async function listCreators(ctx: Ctx) {
  const creators = await findCreators(ctx.db);
  return { creators, total: creators.length };
}
