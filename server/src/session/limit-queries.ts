import {
  and,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  like,
  lt,
  lte,
  min,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { attempts, countedCalls, knownDevices } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';

/** Begins the place of a known device among the attempts. */
export const DEVICE = 'device ';

type KnownDevice = typeof knownDevices.$inferInsert;

/** Whether this mark belongs to the account of this phone or e-mail and was seen since then. */
export async function findKnownDevice(
  db: Database,
  { markHash, identifier }: { markHash: string; identifier: string },
  since: Date,
): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(
      and(
        eq(knownDevices.markHash, markHash),
        gt(knownDevices.seenAt, since),
        or(eq(users.phone, identifier), eq(users.email, identifier)),
      ),
    );
  return found.length === 1;
}

/** Notes another sign-in with a mark; false when the account does not know it, or no longer. */
export async function touchKnownDevice(
  tx: Database,
  { markHash, userId, seenAt }: KnownDevice,
  since: Date,
): Promise<boolean> {
  const updated = await tx
    .update(knownDevices)
    .set({ seenAt })
    .where(
      and(
        eq(knownDevices.markHash, markHash),
        eq(knownDevices.userId, userId),
        gt(knownDevices.seenAt, since),
      ),
    )
    .returning({ markHash: knownDevices.markHash });
  return updated.length === 1;
}

export async function insertKnownDevice(tx: Database, device: KnownDevice): Promise<void> {
  await tx.insert(knownDevices).values(device);
}

/** Deletes the marks of a user beyond the limit, those seen longest ago; never the newest. */
export async function trimKnownDevices(
  tx: Database,
  userId: string,
  { newest, limit }: { newest: string; limit: number },
): Promise<void> {
  const beyond = tx
    .select({ hash: knownDevices.markHash })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), ne(knownDevices.markHash, newest)))
    .orderBy(desc(knownDevices.seenAt), desc(knownDevices.markHash))
    .offset(limit - 1);
  await tx.delete(knownDevices).where(inArray(knownDevices.markHash, beyond));
}

export async function deleteKnownDevicesBefore(db: Database, moment: Date): Promise<void> {
  await db.delete(knownDevices).where(lte(knownDevices.seenAt, moment));
}

type Attempt = typeof attempts.$inferInsert;

/** How far the clocks of two servers, or of two concurrent requests, may differ, ms. */
const CLOCK_SKEW_MS = 60_000;

/** Stands for all devices that have signed in to the account, together. */
export const KNOWN_DEVICES = Symbol('known devices');
const isOfKnownDevice = like(attempts.address, `${DEVICE}%`);

/** The attempts that count. Rows dated in the future, written before a clock was set back, are ignored. */
export function isCounted(since: Date, now: Date): SQL | undefined {
  return and(gt(attempts.at, since), lte(attempts.at, new Date(now.getTime() + CLOCK_SKEW_MS)));
}

/** The time of the `nth` latest attempt for a subject (from one address or of all known devices, if given) since `since`, or null. */
export async function findNthLatestAttempt(
  db: Database,
  { kind, subject, at }: Pick<Attempt, 'kind' | 'subject' | 'at'>,
  since: Date,
  nth: number,
  place?: string | typeof KNOWN_DEVICES,
): Promise<Date | null> {
  const [row] = await db
    .select({ at: attempts.at })
    .from(attempts)
    .where(
      and(
        eq(attempts.kind, kind),
        eq(attempts.subject, subject),
        isCounted(since, at),
        place === undefined
          ? undefined
          : place === KNOWN_DEVICES
            ? isOfKnownDevice
            : eq(attempts.address, place),
      ),
    )
    .orderBy(desc(attempts.at))
    .limit(1)
    .offset(nth - 1);
  return row?.at ?? null;
}

/** The attempts for a subject since `since`: from this address, from all known devices, and from all. */
export async function countTries(
  db: Database,
  { kind, subject, address, at }: Attempt,
  since: Date,
): Promise<{ own: number; known: number; all: number }> {
  const [row] = await db
    .select({
      own: sql<number>`count(*) filter (where ${eq(attempts.address, address)})`.mapWith(Number),
      known: sql<number>`count(*) filter (where ${isOfKnownDevice})`.mapWith(Number),
      all: count(),
    })
    .from(attempts)
    .where(and(eq(attempts.kind, kind), eq(attempts.subject, subject), isCounted(since, at)));
  return row ?? { own: 0, known: 0, all: 0 };
}

export interface AddressCount {
  /** Distinct subjects, except the given one. */
  readonly others: number;
  readonly first: Date | null;
}

/** The subjects tried from a network address since `since`, and when the first attempt was. */
export async function countFromAddress(
  db: Database,
  { kind, subject, address, at }: Attempt,
  since: Date,
): Promise<AddressCount> {
  const [row] = await db
    .select({
      others:
        sql<number>`${countDistinct(attempts.subject)} filter (where ${ne(attempts.subject, subject)})`.mapWith(
          Number,
        ),
      first: min(attempts.at),
    })
    .from(attempts)
    .where(and(eq(attempts.kind, kind), eq(attempts.address, address), isCounted(since, at)));
  return row ?? { others: 0, first: null };
}

/** @returns what names the attempt, to remove it again */
export async function insertAttempt(db: Database, row: Attempt): Promise<string> {
  const [added] = await db.insert(attempts).values(row).returning({ id: attempts.id });
  if (added === undefined) throw new Error('an attempt was not stored');
  return added.id;
}

export async function deleteAttempt(db: Database, id: string): Promise<void> {
  await db.delete(attempts).where(eq(attempts.id, id));
}

export async function deleteAttemptsOf(
  db: Database,
  { kind, subject }: Pick<Attempt, 'kind' | 'subject'>,
): Promise<void> {
  await db.delete(attempts).where(and(eq(attempts.kind, kind), eq(attempts.subject, subject)));
}

export async function deleteAttemptsBefore(db: Database, moment: Date): Promise<number> {
  const deleted = await db.delete(attempts).where(lt(attempts.at, moment)).returning({ id: attempts.id });
  return deleted.length;
}

/** Counts a call in its window, which the first one begins. @returns how many there are in it, and when it ends */
export async function countCall(
  db: Database,
  key: string,
  { now, windowMs }: { now: Date; windowMs: number },
): Promise<{ count: number; endsAt: Date }> {
  const isOver = lte(countedCalls.endsAt, now);
  const [row] = await db
    .insert(countedCalls)
    .values({ key, count: 1, endsAt: new Date(now.getTime() + windowMs) })
    .onConflictDoUpdate({
      target: countedCalls.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${countedCalls.count} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${countedCalls.endsAt} end`,
      },
    })
    .returning({ count: countedCalls.count, endsAt: countedCalls.endsAt });
  if (row === undefined) throw new Error('a call was not counted');
  return row;
}

export async function deleteCountsBefore(db: Database, moment: Date): Promise<void> {
  await db.delete(countedCalls).where(lt(countedCalls.endsAt, moment));
}
