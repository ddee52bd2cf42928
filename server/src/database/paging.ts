import { MAX_COUNTED, MAX_EXPORTED } from '@amasin/domain/contract/counted.ts';
import { MAX_PAGE_SIZE } from '@amasin/domain/contract/paging.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';

export interface PageRequest {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

/**
 * Numbers of rows that a page is read with. They are in the text of the statement: with a parameter, PostgreSQL expects a tenth of
 * the table and plans every call anew. They are few, because each is a statement of its own.
 */
const SIZES = [10, 20, 50, MAX_PAGE_SIZE, MAX_EXPORTED + 1];

const sizeFor = (limit: number): number => SIZES.find((size) => size >= limit) ?? MAX_PAGE_SIZE;

/** `limit` and `offset` of a page. It may return more rows than asked for. */
export function limitAndOffset({ page, limit }: PageRequest): SQL {
  const before = (page - 1) * limit;
  const rows = sql.raw(`limit ${sizeFor(limit)}`);
  return before === 0 ? rows : sql`${rows} offset ${before}`;
}

/** The limit of a page for a query builder, whose type admits no SQL although it writes it as it is. */
export const limitInText = (limit: number): number => sql.raw(String(sizeFor(limit))) as unknown as number;

/** A limit that no request chooses. It is in the text of the statement for the same reason as a page size. */
export const constantLimit = (limit: number): number => sql.raw(String(limit)) as unknown as number;

/** Limits to the rows from the first to the end of a page, for a list that is made of several parts. */
export const limitToEndOf = ({ page, limit }: PageRequest): SQL =>
  page === 1 ? limitAndOffset({ page, limit }) : sql`limit ${(page - 1) * limit + sizeFor(limit)}`;

/** The total of a list when its last page has been read, otherwise null. */
export function totalAfter(rows: number, { page, limit }: PageRequest): number | null {
  return rows < limit && (rows > 0 || page === 1) ? (page - 1) * limit + rows : null;
}

const someOf = (select: SQL): SQL =>
  sql`(select count(*)::int from (${select} limit ${sql.raw(String(MAX_COUNTED + 1))}) counted)`;

/** Counts the rows of a select, up to one more than MAX_COUNTED. */
export async function countSome(db: Database, select: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select ${someOf(select)} as n`);
  return rows[0]?.n ?? 0;
}

/** Counts the rows of several selects in one statement, each up to one more than MAX_COUNTED. */
export async function countEach<Name extends string>(
  db: Database,
  selects: Readonly<Record<Name, SQL>>,
): Promise<Record<Name, number>> {
  const columns = Object.entries<SQL>(selects).map(
    ([name, one]) => sql`${someOf(one)} as ${sql.identifier(name)}`,
  );
  const { rows } = await db.execute<Record<Name, number>>(sql`select ${sql.join(columns, sql`, `)}`);
  if (rows[0] === undefined) throw new Error('no counts were returned');
  return rows[0];
}
