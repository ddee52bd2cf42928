import {
  type AuditAction,
  type AuditGroup,
  type AuditKind,
  actionsIn,
} from '@amasin/domain/audit/actions.ts';
import type { AuditDetails } from '@amasin/domain/audit/entry.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { constantLimit } from '../database/paging.ts';
import { audit } from '../database/schema/audit.ts';
import { oneOf } from '../database/schema/columns.ts';
import { users } from '../database/schema/users.ts';
import { unseen, uuidIn } from '../database/sql.ts';
import { containsWords, foldWords } from '../people/queries.ts';
import { prescribedTo } from '../scopes/phones.ts';

/** The ids of the people, and of the medicines, zones and pharmacies with a name that a search has. */
interface Named {
  readonly people: readonly string[];
  readonly things: readonly string[];
}

export interface JournalSearch {
  readonly actor?: string | undefined;
  readonly customer?: string | undefined;
  /** An id or a number; a name gives `named` too. */
  readonly subject?: string | undefined;
  /** What has this name. */
  readonly named?: Named | undefined;
  readonly kind?: AuditKind | undefined;
  readonly group?: AuditGroup | undefined;
  readonly from?: Date | undefined;
  /** Excludes lines from this time on. */
  readonly before?: Date | undefined;
  /** The last line of the page before. */
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
}

const actors = alias(users, 'actors');
const customers = alias(users, 'customers');

/** Evaluated for the kind of the row only, so that the cast is always possible. */
const label = sql<string | null>`case ${audit.subjectKind}
  when 'order' then (select number from orders where id = ${audit.subjectId}::uuid)
  when 'prescription' then (select number from prescriptions where id = ${audit.subjectId}::uuid)
  when 'user' then (select name from users where id = ${audit.subjectId}::uuid)
  when 'medication' then (select label from medications where id = ${audit.subjectId}::uuid)
  when 'zone' then (select label from zones where id = ${audit.subjectId}::uuid)
  when 'insurer' then (select name from insurers where id = ${audit.subjectId}::uuid)
  when 'pharmacy' then (select name from places where id = ${audit.subjectId}::uuid)
  when 'payment' then (select transaction_id from payments where id = ${audit.subjectId}::uuid)
  when 'payout' then (select u.name from entries e join users u on u.id = e.beneficiary_id where e.journal_id = ${audit.subjectId}::uuid)
  when 'list' then ${audit.subjectId} when 'catalogue' then ${audit.subjectId} end`;

/** Reads the name of the person whose id is a value of the details. */
const personIn = (key: 'from' | 'to') => {
  const value = sql`${audit.details} ->> ${sql.raw(`'${key}'`)}`;
  return sql<string | null>`(select u.name from users u where u.id = ${uuidIn(value)})`;
};

export interface JournalLine {
  readonly id: string;
  readonly at: Date;
  readonly actorId: string | null;
  readonly actorType: UserType | null;
  readonly actorName: string | null;
  readonly action: AuditAction;
  readonly kind: AuditKind;
  readonly subjectId: string;
  readonly label: string | null;
  readonly customerId: string | null;
  readonly customerName: string | null;
  readonly details: AuditDetails;
  readonly fromName: string | null;
  readonly toName: string | null;
}

const selectLines = (db: Database) =>
  db
    .select({
      id: audit.id,
      at: audit.at,
      actorId: audit.actorId,
      actorType: audit.actorType,
      actorName: actors.name,
      action: audit.action,
      kind: audit.subjectKind,
      subjectId: audit.subjectId,
      label,
      customerId: audit.customerId,
      customerName: customers.name,
      details: audit.details,
      fromName: personIn('from'),
      toName: personIn('to'),
    })
    .from(audit)
    .leftJoin(actors, eq(actors.id, audit.actorId))
    .leftJoin(customers, eq(customers.id, audit.customerId));

const latestFirst = sql`${audit.at} desc, ${audit.id} desc`;

/** Finds the lines of a search, latest first. */
export function findLines(db: Database, search: JournalSearch): Promise<JournalLine[]> {
  return selectLines(db).where(matching(search)).orderBy(latestFirst).limit(constantLimit(search.limit));
}

/** Whether a search finds more lines than this. */
export async function hasMoreLines(
  db: Database,
  search: Omit<JournalSearch, 'limit'>,
  count: number,
): Promise<boolean> {
  const found = await db
    .select({ id: audit.id })
    .from(audit)
    .where(matching(search))
    .orderBy(latestFirst)
    .offset(count)
    .limit(constantLimit(1));
  return found.length > 0;
}

function matching({
  actor,
  customer,
  subject,
  named,
  kind,
  group,
  from,
  before,
  after,
}: Omit<JournalSearch, 'limit'>): SQL | undefined {
  return and(
    actor ? eq(audit.actorId, unseen(actor, 'uuid')) : undefined,
    customer ? eq(audit.customerId, unseen(customer, 'uuid')) : undefined,
    subject ? isAbout(subject, named) : undefined,
    // These are in the text of the statement, so that the partial indexes are used.
    kind ? oneOf(audit.subjectKind, [kind]) : undefined,
    group ? oneOf(audit.action, actionsIn(group)) : undefined,
    from ? sql`${audit.at} >= ${unseen(from, 'timestamptz')}` : undefined,
    before ? sql`${audit.at} < ${unseen(before, 'timestamptz')}` : undefined,
    after ? sql`(${audit.at}, ${audit.id}) < (${after.at.toISOString()}, ${after.id})` : undefined,
  );
}

/** A name that more have than this is too common to look for. */
const MAX_NAMED = 200;

/** Finds what has all words of this name; nothing for an id or a number, which is found exactly. */
export async function findNamed(db: Database, text: string): Promise<Named | undefined> {
  if (/\d{4}/.test(text) || text.trim().length < 2) return undefined;
  const words = await foldWords(db, text);
  if (words.length === 0) return undefined;
  const most = constantLimit(MAX_NAMED);
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(containsWords(users.foldedName, words))
    .limit(most);
  // These few tables are read whole.
  const like = (column: SQL) =>
    sql.join(
      words.map((word) => sql`position(${word} in folded(${column})) > 0`),
      sql` and `,
    );
  const { rows } = await db.execute<{ id: string }>(sql`
    (select id from medications where ${like(sql`label`)} limit ${MAX_NAMED})
    union all (select id from zones where ${like(sql`label`)} limit ${MAX_NAMED})
    union all (select id from places where ${like(sql`name`)} limit ${MAX_NAMED})`);
  return { people: people.map(({ id }) => id), things: rows.map(({ id }) => id) };
}

/** The subject of this search, or what its name names, and what such a person did or what was done about them. */
function isAbout(subject: string, named: Named | undefined): SQL | undefined {
  if (named === undefined) return isSubject(subject);
  const people = sql`any(${sql.param([...named.people])}::uuid[])`;
  return or(
    isSubject(subject),
    sql`${audit.subjectId} = any(${sql.param([...named.people, ...named.things])}::text[])`,
    sql`${audit.actorId} = ${people}`,
    sql`${audit.customerId} = ${people}`,
  );
}

/** The subject with this id, or the order or prescription with this number. */
function isSubject(subject: string): SQL {
  const number = subject.toUpperCase();
  return sql`${audit.subjectId} = any(array(
    select ${subject}::text
    union all select id::text from orders where number = ${number}
    union all select id::text from prescriptions where number = ${number}))`;
}

export async function findName(db: Database, id: string): Promise<string | null> {
  const [row] = await db.select({ name: users.name }).from(users).where(eq(users.id, id));
  return row?.name ?? null;
}

/** Days in Benin (UTC+1, all year round). */
const day = sql<string>`to_char(${audit.at} at time zone 'Africa/Porto-Novo', 'YYYY-MM-DD')`;

/**
 * Leaves out a prescription, or its file, that concerns this customer by their telephone only and is not theirs by it: a line that was
 * recorded before rule 49, or before they changed their number.
 */
function isStillTheirs(customerId: string): SQL {
  const prescription = sql`case ${audit.subjectKind} when 'prescription' then ${audit.subjectId}::uuid
    when 'file' then (select p.id from files f join prescriptions p on p.url = f.key where f.id = ${audit.subjectId}::uuid) end`;
  return sql`(${prescription} is null or ${prescription} in (${prescribedTo(customerId)}) or ${isOrdered(prescription, customerId)})`;
}

/** Whether this customer has ordered a prescription; its number is a secret to everybody else (rule 49). */
const isOrdered = (prescription: SQL, customerId: string): SQL =>
  sql`exists (select from orders o where o.prescription_id = ${prescription} and o.customer_id = ${customerId})`;

const aboutHealth: readonly AuditKind[] = ['order', 'prescription', 'consultation', 'file', 'card', 'user'];

/** Finds who else has read or changed something of a customer: one row for a day, a person and an object, latest first. */
export function findReaders(
  db: Database,
  customerId: string,
  { since, limit }: { since: Date; limit: number },
) {
  const at = sql<Date>`max(${audit.at})`.mapWith(audit.at);
  return db
    .select({
      day,
      type: audit.actorType,
      name: actors.name,
      title: actors.titrePartenaire,
      kind: audit.subjectKind,
      label: sql<string | null>`case ${audit.subjectKind} when 'order' then ${label}
        when 'prescription' then case when ${isOrdered(sql`${audit.subjectId}::uuid`, customerId)} then ${label} end end`,
      changed: sql<boolean>`bool_or(${audit.action} not in ('read', 'open'))`,
      at,
    })
    .from(audit)
    .leftJoin(actors, eq(actors.id, audit.actorId))
    .where(
      and(
        eq(audit.customerId, customerId),
        isNotNull(audit.actorType),
        ne(audit.actorId, customerId),
        oneOf(audit.subjectKind, aboutHealth),
        isStillTheirs(customerId),
        sql`${audit.at} >= ${since.toISOString()}`,
      ),
    )
    .groupBy(
      day,
      audit.actorId,
      audit.actorType,
      actors.name,
      actors.titrePartenaire,
      audit.subjectKind,
      audit.subjectId,
    )
    .orderBy(sql`${at} desc`)
    .limit(constantLimit(limit));
}
