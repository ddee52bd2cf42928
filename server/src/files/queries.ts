import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, notInArray, or, sql, sum } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { consultationMessages } from '../database/schema/consultations.ts';
import { type FileRow, fileOpenings, files } from '../database/schema/files.ts';
import { houseMark } from '../database/schema/house.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { reports } from '../database/schema/reports.ts';
import { sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { lockByName } from '../database/sql.ts';
import { invalidField } from '../refusal.ts';
import { filesSeenBy } from '../scopes/files.ts';
import { asPrescribed, isPatient } from '../scopes/phones.ts';
import { keepsPrescription } from '../scopes/prescriptions.ts';

/**
 * Sums the bytes that count towards a user's quota: unbound files, and those bound after `since`. Older health
 * documents do not count, so that they never block a prescriber's uploads.
 */
export async function sumBytesOf(db: Database, ownerId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(files.bytes).mapWith(Number) })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), or(isNull(files.boundAt), gt(files.boundAt, since))));
  return row?.bytes ?? 0;
}

/** Whether something vouches for a user: a paid order, a checked diploma, or being staff. */
export async function isVouchedFor(db: Database, userId: string): Promise<boolean> {
  const hasPaid = sql`exists (select from ${payments} where ${payments.customerId} = ${users.id} and ${payments.status} = 'paid')`;
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        sql`case ${users.type} when 'customer' then ${hasPaid} when 'partnerDoctor' then ${users.verified} else true end`,
      ),
    );
  return found.length > 0;
}

export async function insertFile(db: Database, file: typeof files.$inferInsert): Promise<void> {
  await db.insert(files).values(file);
}

export async function findFile(db: Database, key: string): Promise<FileRow | null> {
  const [row] = await db.select().from(files).where(eq(files.key, key));
  return row ?? null;
}

/** Finds a file that this user may open; null for any other key. */
export async function findFileFor(
  db: Database,
  reader: Pick<Actor, '_id' | 'type'>,
  key: string,
): Promise<FileRow | null> {
  const [found] = await db
    .select()
    .from(files)
    .where(and(eq(files.key, key), filesSeenBy(reader)));
  return found ?? null;
}

/** The user of this session if it has not ended and their account is active, else null. */
export async function findReader(
  db: Database,
  { userId, session }: { userId: string; session: string },
  now: Date,
): Promise<Pick<Actor, '_id' | 'type'> | null> {
  const [reader] = await db
    .select({ _id: users.id, type: users.type })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, session),
        gt(sessions.expiresAt, now),
        eq(users.id, userId),
        eq(users.active, true),
      ),
    );
  return reader ?? null;
}

/** Finds the customer whom a file concerns: its owner, the customer of the order that keeps it or the patient of its consultation. */
export async function findCustomerOfFile(
  db: Database,
  { key, ownerId }: Pick<FileRow, 'key' | 'ownerId'>,
): Promise<string | null> {
  const { rows } = await db.execute<{ id: string | null }>(sql`select coalesce(
    (select id from users where id = ${ownerId} and type = 'customer'),
    (select customer_id from orders left join prescriptions on prescriptions.id = orders.prescription_id
      where ${key} in (orders.prescription_url, orders.card_url, orders.handover_photo) or (prescriptions.url = ${key} and ${keepsPrescription})
      order by orders.created_at limit 1),
    (select c.patient_id from consultation_messages m join consultations c on c.id = m.consultation_id
      where m.file_key = ${key}),
    (select ${users.id} from ${prescriptions} join ${users} on ${isPatient(asPrescribed)}
      where ${eq(prescriptions.url, key)})) as id`);
  return rows[0]?.id ?? null;
}

export async function insertOpening(
  db: Database,
  opening: { object: string; userId: string; at: Date },
): Promise<void> {
  await db.insert(fileOpenings).values(opening);
}

/** Inserts the opening of an object unless this person has opened it since then: rows are kept for years. */
export async function insertOpeningSince(
  db: Database,
  opening: { object: string; userId: string; at: Date },
  since: Date,
): Promise<void> {
  const { object, userId } = opening;
  const isSame = and(eq(fileOpenings.object, object), eq(fileOpenings.userId, userId));
  const earlier = db.select({ id: fileOpenings.id }).from(fileOpenings);
  const found = await earlier.where(and(isSame, gt(fileOpenings.at, since))).limit(1);
  if (found.length === 0) await insertOpening(db, opening);
}

/**
 * Deletes the rows of unbound uploads that no card, order, prescription, message or report refers to, and no payment that is
 * neither paid nor refunded (a payment may still be settled long after it was abandoned).
 * @returns their keys
 */
export async function deleteUnusedFiles(db: Database, before: Date): Promise<string[]> {
  const draftCardKey = sql`${payments.draft} -> 'insuranceCard' ->> 'url'`;
  const deleted = await db
    .delete(files)
    .where(
      and(
        isNull(files.boundAt),
        lt(files.createdAt, before),
        sql`not exists (select from ${insuranceCards} where ${insuranceCards.fileKey} = ${files.key})`,
        sql`not exists (select from ${orders} where ${orders.prescriptionUrl} = ${files.key})`,
        sql`not exists (select from ${orders} where ${orders.cardUrl} = ${files.key})`,
        sql`not exists (select from ${prescriptions} where ${prescriptions.url} = ${files.key})`,
        sql`not exists (select from ${consultationMessages} where ${consultationMessages.fileKey} = ${files.key})`,
        sql`not exists (select from ${reports} where ${reports.photo} = ${files.key})`,
        sql`not exists (select from ${payments} where ${and(
          eq(draftCardKey, files.key),
          notInArray(payments.status, ['paid', 'refunded']),
        )})`,
      ),
    )
    .returning({ key: files.key });
  return deleted.map(({ key }) => key);
}

/** Finds which of these keys must have bytes in the store. */
export async function findKnownKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ key: files.key })
    .from(files)
    .where(and(inArray(files.key, [...keys]), isNull(files.erasedAt)));
  return new Set(found.map(({ key }) => key));
}

/** The keys of the latest files that are in use, whose bytes must exist. */
export async function findSomeKeys(db: Database, count: number): Promise<string[]> {
  const found = await db
    .select({ key: files.key })
    .from(files)
    .where(and(isNotNull(files.boundAt), isNull(files.erasedAt)))
    .orderBy(desc(files.createdAt))
    .limit(count);
  return found.map(({ key }) => key);
}

export async function findHouseMark(db: Database): Promise<string | null> {
  const [row] = await db.select({ mark: houseMark.mark }).from(houseMark);
  return row?.mark ?? null;
}

/**
 * Keeps this mark unless there is one.
 * @returns the one that is kept
 */
export async function insertHouseMark(db: Database, mark: string): Promise<string> {
  await db.insert(houseMark).values({ mark }).onConflictDoNothing();
  return (await findHouseMark(db)) ?? mark;
}

/** Lets one process at a time mark the house until the transaction ends, as long as a slow file store may take. */
export async function lockHouseMark(tx: Database): Promise<void> {
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.execute(sql`set local statement_timeout = '60s'`);
  await tx.execute(sql`set local lock_timeout = '60s'`);
  await lockByName(tx, 'house mark');
}

/** Reads the keys that must have bytes in the store, in order, a part at a time. */
export async function findKeysAfter(db: Database, last: string, count: number): Promise<string[]> {
  const found = await db
    .select({ key: files.key })
    .from(files)
    .where(and(gt(files.key, last), isNull(files.erasedAt)))
    .orderBy(files.key)
    .limit(count);
  return found.map(({ key }) => key);
}

interface Binding {
  readonly key: string;
  readonly ownerId: string;
  readonly category: FileCategory;
  readonly at: Date;
}

/**
 * Binds an upload to the card, order, prescription or message that refers to it. It must be the caller's own, of the
 * right category and not bound yet. Of concurrent calls, one succeeds.
 * @param field path in the body and message
 * @throws 422 INVALID for any other key
 */
export async function bindFile(
  tx: Database,
  { key, ownerId, category, at }: Binding,
  field: { path: string; message: string },
): Promise<void> {
  const bound = await tx
    .update(files)
    .set({ boundAt: at })
    .where(
      and(
        eq(files.key, key),
        eq(files.ownerId, ownerId),
        eq(files.category, category),
        isNull(files.boundAt),
        isNull(files.erasedAt),
      ),
    )
    .returning({ id: files.id });
  if (bound.length === 0) throw invalidField(field.path, field.message);
}

/** Unbinds a file; the next sweep removes it unless an order or an open payment refers to it. */
export async function releaseFile(tx: Database, key: string): Promise<void> {
  await tx.update(files).set({ boundAt: null }).where(eq(files.key, key));
}
