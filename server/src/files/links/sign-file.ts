import type { Ctx } from '../../ctx.ts';
import { Refusal } from '../../refusal.ts';
import { canSeeFile } from '../queries.ts';
import { linkTo } from './link-to.ts';

const KEY = /^[\w-]{1,100}$/;

/** A link to a file that concerns the caller; any other is not there, whatever it is (F26). */
export async function signFile(ctx: Ctx, key: string): Promise<string> {
  if (!KEY.test(key) || !(await canSeeFile(ctx.db, ctx.actor, key))) throw new Refusal('FILE_NOT_FOUND');
  return linkTo(ctx, `file:${key}`);
}
