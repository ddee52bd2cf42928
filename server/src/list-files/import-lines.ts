import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import type { ImportColumn } from '@amasin/domain/imports/columns.ts';
import type { ImportedField, ImportedLine, ImportPreview } from '@amasin/domain/imports/preview.ts';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';

/** Lines that are compared with the database at once. */
const BATCH = 500;
/** Lines of each kind that a preview shows. */
const SHOWN = 100;

/** A line of a file: its number from 1 and its value, or the reason why it cannot be read. */
export interface ReadLine<T> {
  readonly line: number;
  readonly read: T | string;
}

interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

export interface ImportReport {
  readonly read: number;
  readonly added: number;
  readonly updated: number;
  readonly refused: readonly RefusedLine[];
  /** Lines that somebody has to confirm, unless that was done. */
  readonly waiting: readonly ImportedLine[];
}

/**
 * Plans one line of an import: it has the row to write, and how that differs from the stored one. A `waiting` one changes an amount so
 * much that somebody has to confirm it (rule 50).
 */
export type Planned<Row> =
  | {
      readonly is: 'added' | 'changed' | 'waiting';
      readonly row: Row;
      readonly fields: readonly ImportedField[];
    }
  | { readonly is: 'refused'; readonly reason: string }
  | { readonly is: 'unchanged' };

export const UNCHANGED = { is: 'unchanged' } as const;

/** An amount that rises or falls so many times may be a mistake in the file. */
const JUMP = 10;

/** Whether an amount becomes ten times the present one, or a tenth, and beyond; 0 is an amount. */
export const isJump = (before: Fcfa, after: Fcfa): boolean =>
  before !== after && (after >= JUMP * before || JUMP * after <= before);

/** A list that can be imported: medicines, zones or pharmacies. */
export interface ImportedList<T, Row> {
  /** Reads the file from its beginning: a transaction may be retried. */
  readonly open: () => AsyncIterable<ReadLine<T>>;
  /** Identifies a value, to detect duplicates in the file. */
  readonly keyOf: (value: T) => string;
  /** The display name of a value. */
  readonly nameOf: (value: T) => string;
  readonly table: PgTable;
  /** Decides what becomes of each value, in their order; it writes nothing. */
  readonly plan: (db: Database, values: readonly T[]) => Promise<Planned<Row>[]>;
  /** Writes new and changed rows. */
  readonly write: (tx: Database, planned: readonly (Planned<Row> & { row: Row })[]) => Promise<void>;
}

interface Outcome<Row> {
  readonly line: number;
  readonly name: string;
  readonly planned: Planned<Row>;
}

/**
 * Plans the lines of a file, batch by batch. Of two lines with the same key the second is refused.
 * @throws what `open` throws for an invalid file
 */
async function* planLines<T, Row>(
  db: Database,
  { open, keyOf, nameOf, plan }: ImportedList<T, Row>,
): AsyncGenerator<Outcome<Row>> {
  const lineOf = new Map<string, number>();
  let batch: { line: number; value: T }[] = [];
  async function* flush(): AsyncGenerator<Outcome<Row>> {
    const values = batch.map(({ value }) => value);
    const planned = values.length === 0 ? [] : await plan(db, values);
    for (const [at, one] of planned.entries()) {
      const { line, value } = batch[at] as (typeof batch)[number];
      yield { line, name: nameOf(value), planned: one };
    }
    batch = [];
  }
  let count = 0;
  for await (const { line, read } of open()) {
    count += 1;
    // Other requests are answered between the lines of a long file.
    if (count % BATCH === 0) await nextTurn();
    if (typeof read === 'string') {
      yield { line, name: '', planned: { is: 'refused', reason: read } };
      continue;
    }
    const key = keyOf(read);
    const before = lineOf.get(key);
    if (before !== undefined) {
      const reason = `${nameOf(read)} est déjà à la ligne ${before}`;
      yield { line, name: nameOf(read), planned: { is: 'refused', reason } };
      continue;
    }
    lineOf.set(key, line);
    if (batch.push({ line, value: read }) === BATCH) yield* flush();
  }
  yield* flush();
}

/**
 * Collects what a preview shows of the lines, and the digest of all that an import would do with them, which is the same whether
 * waiting lines are confirmed or not.
 */
function openPreview() {
  const digest = createHash('sha256');
  const lines: Record<'added' | 'changed' | 'waiting' | 'refused', ImportedLine[]> = {
    added: [],
    changed: [],
    waiting: [],
    refused: [],
  };
  const counts = { read: 0, added: 0, changed: 0, unchanged: 0, waiting: 0, refused: 0 };
  return {
    add({ line, name, planned }: Outcome<unknown>): void {
      counts.read += 1;
      counts[planned.is] += 1;
      const reason = planned.is === 'refused' ? planned.reason : null;
      const fields = 'fields' in planned ? [...planned.fields] : [];
      digest.update(`${JSON.stringify([planned.is, line, name, fields, reason])}\n`);
      if (planned.is !== 'unchanged') lines[planned.is].push({ line, name, fields, reason });
      // The first ones by number; lines that cannot be read come before those of their batch.
      if (planned.is !== 'unchanged' && lines[planned.is].length > 2 * (BATCH + SHOWN))
        lines[planned.is] = firstOf(lines[planned.is], BATCH + SHOWN);
    },
    end: (): ImportPreview => ({
      digest: digest.digest('base64url'),
      readings: [],
      counts,
      added: firstOf(lines.added),
      changed: firstOf(lines.changed),
      waiting: firstOf(lines.waiting),
      refused: firstOf(lines.refused),
    }),
  };
}

function firstOf(lines: readonly ImportedLine[], most = SHOWN): ImportedLine[] {
  return lines.toSorted((one, other) => one.line - other.line).slice(0, most);
}

/** Tells what an import would do, and does nothing. */
export async function previewLines<T, Row>(db: Database, list: ImportedList<T, Row>): Promise<ImportPreview> {
  const preview = openPreview();
  for await (const outcome of planLines(db, list)) preview.add(outcome);
  return preview.end();
}

interface Writing {
  /** Whether lines that wait for a confirmation have it. */
  readonly isConfirmed?: boolean;
  /** Runs at the end of the same transaction, with the number of rows that were added or changed. */
  readonly record: (tx: Database, changed: number) => Promise<void>;
  /** Is told what the import does before it is committed, and may refuse it. */
  readonly check?: (preview: ImportPreview) => void;
}

/**
 * Imports a file line by line in one transaction; importing it again changes nothing. Nobody else writes to the table
 * meanwhile, so that what is planned is what is written.
 * @throws what `open` throws for an invalid file; nothing is changed then
 */
export function importLines<T, Row>(
  db: Database,
  list: ImportedList<T, Row>,
  { isConfirmed = false, record, check }: Writing,
): Promise<ImportReport> {
  return transact(db, async (tx) => {
    await tx.execute(sql`lock table ${list.table} in share row exclusive mode`);
    const preview = openPreview();
    const refused: RefusedLine[] = [];
    let rows: (Planned<Row> & { row: Row })[] = [];
    const flush = async () => {
      if (rows.length > 0) await list.write(tx, rows);
      rows = [];
    };
    for await (const outcome of planLines(tx, list)) {
      const { line, planned } = outcome;
      preview.add(outcome);
      if (planned.is === 'refused') refused.push({ line, reason: planned.reason });
      const isWritten = 'row' in planned && (isConfirmed || planned.is !== 'waiting');
      if (isWritten && rows.push(planned) === BATCH) await flush();
    }
    await flush();
    const end = preview.end();
    const { read, added, changed, waiting } = end.counts;
    const done = isConfirmed
      ? { ...end, counts: { ...end.counts, changed: changed + waiting, waiting: 0 } }
      : end;
    check?.(done);
    const updated = done.counts.changed;
    await record(tx, added + updated);
    return {
      read,
      added,
      updated,
      refused: refused.sort((one, other) => one.line - other.line),
      waiting: isConfirmed ? [] : end.waiting,
    };
  });
}

/** What a line says of a row: null where it says nothing, except of what it always says. */
export type Imported<Row, Columns, Always extends keyof Row> = Readonly<Pick<Row, Always>> & {
  readonly [Column in Exclude<keyof Columns & keyof Row, Always>]: Row[Column] | null;
};

type Kept<Said, Before> = {
  [Column in keyof Said]: null extends Said[Column]
    ? NonNullable<Said[Column]> | (Before extends Record<Column, unknown> ? Before[Column] : null)
    : Said[Column];
};

/** What a line says, and what is stored where it says nothing: an import changes nothing by its silence. */
export function keepUnsaid<Said extends object, Before extends object | null>(
  said: Said,
  before: Before,
): Kept<Said, Before> {
  const stored = new Map(Object.entries(before ?? {}));
  const kept = Object.entries(said).map(([name, value]) => [name, value ?? stored.get(name) ?? null]);
  return Object.fromEntries(kept) as Kept<Said, Before>;
}

/** The fields that differ, as people read them. */
export function fieldsOf<Row extends object>(
  columns: Readonly<Record<string, Pick<ImportColumn, 'heading'>>>,
  before: Partial<Row> | null,
  after: Partial<Row>,
  show: (name: string, value: unknown) => string,
): ImportedField[] {
  const text = (name: string, row: Partial<Row> | null) => {
    const value = row?.[name as keyof Row];
    return value === null || value === undefined ? '' : show(name, value);
  };
  return Object.entries(columns).flatMap(([name, { heading }]) => {
    const [old, next] = [text(name, before), text(name, after)];
    return old === next ? [] : [{ label: heading, before: old || null, after: next || null }];
  });
}
