import type { Ctx } from '../../ctx.ts';
import { LINK_MS, signLink } from './signed-link.ts';

/** The address where the caller opens this object for 5 minutes. Whether they may is for who calls this to know. */
export function linkTo({ linkSecret, actor, clock }: Ctx, object: string): string {
  const expiresAt = new Date(clock.now().getTime() + LINK_MS);
  return `/api/files/${signLink(linkSecret, { object, userId: actor._id, expiresAt })}`;
}
