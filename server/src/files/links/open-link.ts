import type { SystemCtx } from '../../ctx.ts';
import type { Opened } from '../../ports/openers.ts';
import { Refusal } from '../../refusal.ts';
import { insertOpening } from '../queries.ts';
import { openStoredFile } from './open-stored-file.ts';
import { readLink } from './signed-link.ts';

/** Opens what a signed link names, and records who asked for it (RULES 33). The link itself is the right. */
export async function openLink(ctx: SystemCtx, token: string): Promise<Opened> {
  const { db, clock, linkSecret, openers } = ctx;
  const link = readLink(linkSecret, token, clock.now());
  const [, kind = '', name = ''] = /^(\w+):(.*)$/s.exec(link?.object ?? '') ?? [];
  const other = Object.hasOwn(openers, kind) ? openers[kind] : undefined;
  if (link === null || (kind !== 'file' && other === undefined)) throw new Refusal('LINK_EXPIRED');
  const opened = kind === 'file' ? await openStoredFile(ctx, name) : await other?.(db, name, link.userId);
  if (!opened) throw new Refusal('FILE_NOT_FOUND');
  await insertOpening(db, { object: link.object, userId: link.userId, at: clock.now() });
  return opened;
}
