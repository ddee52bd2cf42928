import type { AuditKind } from '@amasin/domain/audit/actions.ts';
import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import type { Actor, Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { insertNowOrLater, writeLateLines } from './late-lines.ts';
import { type NewLine, type Recorder, rowOf } from './record.ts';

interface ReadObject {
  readonly id: string;
  readonly customerId: string | null;
}

/**
 * Records that the caller reads these objects, before they are shown; not those of their own. At most one line an hour for each.
 * @throws when the lines cannot be stored: then nothing is shown
 */
export function recordReads(
  ctx: Pick<Ctx, 'db' | 'clock'> & { readonly actor: Pick<Actor, '_id' | 'type'> },
  kind: AuditKind,
  objects: readonly ReadObject[],
): Promise<void> {
  const lines = objects
    .filter(({ customerId }) => customerId !== ctx.actor._id)
    .map(({ id, customerId }) => ({ action: 'read' as const, kind, id, customerId }));
  return recordOnceAnHour(ctx, ctx.db, lines);
}

/** These take some 10 MB. */
const MAX_REMEMBERED = 50_000;

const startOfHour = (now: Date) => Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;

interface Recorded {
  hour: number;
  readonly keys: Set<string>;
}

/** Remembers what this process has recorded in the current hour, so that a page that refreshes itself writes nothing. */
const recorded = new WeakMap<Database, Recorded>();

function rememberedFor(db: Database, hour: number): Set<string> {
  const known = recorded.get(db) ?? { hour, keys: new Set<string>() };
  recorded.set(db, known);
  if (known.hour !== hour || known.keys.size >= MAX_REMEMBERED) known.keys.clear();
  known.hour = hour;
  return known.keys;
}

/** Whether this process has not been asked this yet in the current hour. */
export function isFirstThisHour(db: Database, now: Date, key: string): boolean {
  const keys = rememberedFor(db, startOfHour(now));
  if (keys.has(key)) return false;
  keys.add(key);
  return true;
}

/**
 * Records each line once an hour for the same person, action and subject, all in one statement; on a full disk, as soon as it
 * has room. It throws when they cannot be written: the caller does not answer then. Not in a transaction that may still be
 * rolled back.
 */
export async function recordOnceAnHour(
  recorder: Recorder,
  db: Database,
  lines: readonly NewLine[],
): Promise<void> {
  const hour = startOfHour(recorder.clock.now());
  const keys = rememberedFor(db, hour);
  const keyOf = ({ action, id }: NewLine) => `${recorder.actor?._id ?? ''} ${action} ${id}`;
  const missing = lines.filter((line) => !keys.has(keyOf(line)));
  if (missing.length === 0) return writeLateLines(db);
  await insertNowOrLater(
    db,
    missing.map((line) => rowOf(recorder, line, new Date(hour))),
  );
  for (const line of missing) keys.add(keyOf(line));
}
