import type { AuditAction, AuditKind } from '@amasin/domain/audit/actions.ts';
import type { AuditDetails } from '@amasin/domain/audit/entry.ts';
import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import { type Actor, type Clock, type Log, systemClock } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { UserRow } from '../database/schema/users.ts';
import { tooManyTries } from '../refusal.ts';
import { caps } from '../settings/limits.ts';
import { logSecurity } from './log-security.ts';
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

let hour = 0;
/** The lines of the current hour, by person; each process counts for itself. */
const written = new Map<string, number>();

/** @throws 429 TOO_MANY_TRIES when a person causes too many lines */
function limitLines({ actor, clock }: Recorder, count: number): void {
  if (!actor) return;
  const now = clock.now().getTime();
  const current = Math.floor(now / HOUR_MS);
  if (current !== hour) written.clear();
  hour = current;
  const total = (written.get(actor._id) ?? 0) + count;
  const max = caps.journalPerHour[actor.type === 'customer' ? 'ofCustomer' : 'ofStaff'];
  if (total > max) throw tooManyTries((current + 1) * HOUR_MS - now);
  written.set(actor._id, total);
}

/**
 * Records changes in their own transaction: both are committed or neither.
 * @throws 429 TOO_MANY_TRIES when this person has caused too many lines in this hour
 */
export async function record(
  recorder: Recorder,
  tx: Database,
  lines: NewLine | readonly NewLine[],
): Promise<void> {
  const all = Array.isArray(lines) ? lines : [lines];
  limitLines(recorder, all.length);
  await insertAudit(
    tx,
    all.map((line) => rowOf(recorder, line)),
  );
}

/** Makes the row of a line; `hour` is set for what is recorded once an hour. */
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
  const previous = new Map(Object.entries(before));
  return Object.entries(after).flatMap(([key, value]) =>
    JSON.stringify(previous.get(key)) === JSON.stringify(value) ? [] : [key],
  );
}

/** The journal stores the values of these columns, which are neither personal nor about health. */
const withValues = ['price', 'type', 'rate'] as const;
/** These columns follow from others. */
const derived: ReadonlySet<string> = new Set([
  'foldedName',
  'searchText',
  'awaitsActivation',
  'phoneProvenAt',
  'licenceTold',
  'updatedAt',
]);

type Row = Readonly<Record<string, unknown>>;

/**
 * Records which columns of a row were changed, by name, with the old and new price, rate or type; nothing when all are the same.
 * Activating an account is an action of its own.
 */
export async function recordChange(
  recorder: Recorder,
  tx: Database,
  about: Pick<NewLine, 'kind' | 'id' | 'customerId'>,
  before: Row,
  after: Row,
): Promise<void> {
  const fields = changedFields(before, after).filter((field) => !derived.has(field));
  const lines: NewLine[] = [];
  if (about.kind === 'user' && fields.includes('active'))
    lines.push({ ...about, action: after.active === true ? 'activate' : 'deactivate' });
  if (about.kind === 'user' && fields.includes('passwordHash'))
    lines.push({ ...about, action: 'change-password' });
  const others = fields.filter(
    (field) => about.kind !== 'user' || (field !== 'active' && field !== 'passwordHash'),
  );
  const value = withValues.find((field) => others.includes(field));
  if (others.length > 0) {
    const values = value && { from: textOf(before[value]), to: textOf(after[value]) };
    lines.push({ ...about, action: 'change', details: { fields: others, ...values } });
  }
  await record(recorder, tx, lines);
}

const textOf = (value: unknown) => (typeof value === 'number' ? value : String(value));

/** Records what a person did to their own account, and writes it to the log. */
export async function recordOwn(
  { clock, log }: Pick<Recorder, 'clock'> & { readonly log: Log },
  tx: Database,
  account: Pick<UserRow, 'id' | 'type'>,
  action: AuditAction,
): Promise<void> {
  const { id, type } = account;
  await record({ clock, actor: { _id: id, type } }, tx, { action, ...aboutAccount(account) });
  logSecurity(log, { event: action, user: id, type });
}

/** Records what a command of the server did: at this time, without a user. */
export function recordCommand(tx: Database, line: NewLine): Promise<void> {
  const details = { ...line.details, by: 'command' as const };
  return record({ clock: systemClock }, tx, { ...line, details });
}

/**
 * Records an import as one line, with the number of rows that it added or changed; nothing when it changed none.
 * @param recorder who imports; without one, a command of the server
 */
export const recordImport =
  (list: string, recorder?: Recorder) =>
  async (tx: Database, count: number): Promise<void> => {
    const line: NewLine = { action: 'import', kind: 'catalogue', id: list, details: { count } };
    if (count > 0) await (recorder === undefined ? recordCommand(tx, line) : record(recorder, tx, line));
  };

/** The subject of a line about an account; that of a customer is shown to them too. */
export function aboutAccount({ id, type }: Pick<UserRow, 'id' | 'type'>) {
  return { kind: 'user' as const, id, customerId: type === 'customer' ? id : null };
}
