import type { AuditKind } from '@amasin/domain/audit/actions.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { recordOnceAnHour } from './once-an-hour.ts';

interface ReadObject {
  readonly id: string;
  readonly customerId: string | null;
  /** Of the customer, when the id is not known. */
  readonly phone?: string;
}

/**
 * Records that the caller reads these objects, before they are shown; not those of their own. At most one line an hour for each.
 * @throws when the lines can be neither written nor kept, so that nothing is read without them
 */
export function recordReads(
  ctx: Pick<Ctx, 'db' | 'clock'> & { readonly actor: Pick<Actor, '_id' | 'type'> },
  kind: AuditKind,
  objects: readonly ReadObject[],
): Promise<void> {
  const lines = objects
    .filter(({ customerId }) => customerId !== ctx.actor._id)
    .map(({ id, customerId, phone }) => ({ action: 'read' as const, kind, id, customerId, phone }));
  return recordOnceAnHour(ctx, ctx.db, lines);
}
