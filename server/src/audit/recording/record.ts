import type { AuditAction, AuditKind } from '@amasin/domain/audit/actions.ts';
import type { AuditDetails } from '@amasin/domain/audit/entry.ts';
import type { Actor, Clock } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { insertAudit, type NewAudit } from './queries.ts';

/** A context with or without a signed-in user. */
export interface Recorder {
  readonly clock: Clock;
  readonly actor?: Pick<Actor, '_id' | 'type'> | null;
}

export interface NewLine {
  readonly action: AuditAction;
  readonly kind: AuditKind;
  readonly id: string;
  /** The customer or patient whom it concerns. */
  readonly customerId?: string | null | undefined;
  readonly details?: AuditDetails;
}

/** Records changes in their own transaction: both are committed or neither. */
export function record(recorder: Recorder, tx: Database, lines: NewLine | readonly NewLine[]): Promise<void> {
  const all = Array.isArray(lines) ? lines : [lines];
  return insertAudit(
    tx,
    all.map((line) => rowOf(recorder, line)),
  );
}

/** The row of a line; `hour` for what is recorded once an hour. */
export function rowOf({ clock, actor = null }: Recorder, line: NewLine, hour: Date | null = null): NewAudit {
  const { action, kind, id, customerId = null, details = {} } = line;
  return {
    at: clock.now(),
    actorId: actor?._id ?? null,
    actorType: actor?.type ?? null,
    action,
    subjectKind: kind,
    subjectId: id,
    customerId,
    details,
    hour,
  };
}

/** The names of the columns whose values differ. */
export function changedFields(before: object, after: object): string[] {
  const earlier = new Map(Object.entries(before));
  return Object.entries(after).flatMap(([key, value]) =>
    JSON.stringify(earlier.get(key)) === JSON.stringify(value) ? [] : [key],
  );
}
