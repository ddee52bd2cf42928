import type { SystemCtx } from '../../ctx.ts';
import { Refusal } from '../../refusal.ts';
import { insertOpening } from '../queries.ts';
import { type Opened, openers } from './openers.ts';
import { readLink } from './signed-link.ts';

/** Opens what a signed link names, and records who asked for it (RULES 33). The link itself is the right. */
export async function openLink(ctx: SystemCtx, token: string): Promise<Opened> {
  const { db, clock, linkSecret } = ctx;
  const link = readLink(linkSecret, token, clock.now());
  const [, kind = '', name = ''] = /^(\w+):(.*)$/s.exec(link?.object ?? '') ?? [];
  const open = Object.hasOwn(openers, kind) ? openers[kind] : undefined;
  if (link === null || open === undefined) throw new Refusal('LINK_EXPIRED');
  const opened = await open(ctx, name, link.userId);
  if (opened === null) throw new Refusal('FILE_NOT_FOUND');
  await insertOpening(db, { object: link.object, userId: link.userId, at: clock.now() });
  return opened;
}
