import type { Ctx } from '../../ctx.ts';
import { Refusal } from '../../refusal.ts';
import { canSeeFile } from '../queries.ts';
import { LINK_MS, signLink } from './signed-link.ts';

const KEY = /^[\w-]{1,100}$/;

/**
 * A link to a file that the caller may open.
 * @throws 404 FILE_NOT_FOUND for any other key
 */
export async function signFile(ctx: Ctx, key: string): Promise<string> {
  if (!KEY.test(key) || !(await canSeeFile(ctx.db, ctx.actor, key))) throw new Refusal('FILE_NOT_FOUND');
  return linkTo(ctx, `file:${key}`);
}

/** A link that opens this object for 5 minutes, while this session lasts. The calling code must have checked the user's right to it. */
export function linkTo({ linkSecret, actor, clock }: Ctx, object: string): string {
  const expiresAt = new Date(clock.now().getTime() + LINK_MS);
  return `/api/files/${signLink(linkSecret, { object, userId: actor._id, session: actor.session ?? '', expiresAt })}`;
}
