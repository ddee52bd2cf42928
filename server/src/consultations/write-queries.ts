import { AVAILABLE_MS, MAX_OFFERS } from '@amasin/domain/consultations/lifecycle.ts';
import type { SystemLine } from '@amasin/domain/consultations/system-line.ts';
import { and, asc, count, eq, gte, inArray, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { notifyChannel } from '../database/listen.ts';
import {
  type ConsultationMessageRow,
  type ConsultationRow,
  consultationMessages,
  consultations,
  presence,
} from '../database/schema/consultations.ts';
import { users } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { takesRequests } from '../scopes/consultations.ts';

/**
 * Locks a customer until the transaction ends: their concurrent requests wait for each other.
 * @returns whether the account is active
 */
export async function lockPatient(tx: Database, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ active: users.active })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update');
  return row?.active === true;
}

export async function countPending(db: Database, patientId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(consultations)
    .where(and(eq(consultations.patientId, patientId), eq(consultations.status, 'pending')));
  return row?.n ?? 0;
}

type NewConsultation = Pick<
  typeof consultations.$inferInsert,
  'patientId' | 'patientName' | 'withoutDoctor' | 'createdAt'
>;

/** Inserts a request with its first message. */
export async function insertConsultation(
  tx: Database,
  { initialMessage, ...request }: NewConsultation & { initialMessage: string },
): Promise<ConsultationRow> {
  const { patientId, createdAt } = request;
  const [row] = await tx
    .insert(consultations)
    .values({ ...request, offeredAt: createdAt })
    .returning();
  if (row === undefined) throw new Error('the consultation was not inserted');
  const message = { senderType: 'patient' as const, senderId: patientId, content: initialMessage };
  await insertMessage(tx, row, { ...message, createdAt });
  return row;
}

/** Locks a consultation until the transaction ends; every change of its messages or state takes this lock. */
export async function lockConsultation(tx: Database, id: string): Promise<ConsultationRow | null> {
  const [row] = await tx.select().from(consultations).where(eq(consultations.id, id)).for('no key update');
  return row ?? null;
}

type NewMessage = Omit<typeof consultationMessages.$inferInsert, 'id' | 'consultationId' | 'seq'>;

async function insertMessage(
  tx: Database,
  { id, lastSeq }: ConsultationRow,
  message: NewMessage,
): Promise<ConsultationMessageRow> {
  const [row] = await tx
    .insert(consultationMessages)
    .values({ ...message, consultationId: id, seq: lastSeq })
    .returning();
  if (row === undefined) throw new Error('the message was not inserted');
  return row;
}

function insertLine(tx: Database, row: ConsultationRow, line: SystemLine, createdAt: Date) {
  return insertMessage(tx, row, { senderType: 'system', content: '', line, createdAt });
}

/** Appends a message under the next number. The caller has locked the consultation. */
export async function appendMessage(
  tx: Database,
  id: string,
  message: NewMessage,
): Promise<ConsultationMessageRow> {
  const [row] = await tx
    .update(consultations)
    .set({ lastSeq: nextSeq })
    .where(eq(consultations.id, id))
    .returning();
  if (row === undefined) throw new Error('the consultation is gone');
  return insertMessage(tx, row, message);
}

const nextSeq = sql<number>`${consultations.lastSeq} + 1`;

/**
 * Gives a pending request to a doctor, with its system line. One conditional update: of concurrent calls, one succeeds.
 * @returns null when it is not pending
 */
export async function acceptPending(
  tx: Database,
  id: string,
  doctorId: string,
  at: Date,
): Promise<ConsultationRow | null> {
  const [row] = await tx
    .update(consultations)
    .set({ status: 'active', doctorId, acceptedAt: at, lastSeq: nextSeq, doctorReadSeq: nextSeq })
    .where(and(eq(consultations.id, id), eq(consultations.status, 'pending')))
    .returning();
  if (row === undefined) return null;
  await insertLine(tx, row, 'accepted', at);
  return row;
}

/** Completes an active consultation, with its system line. The caller has locked it. */
export async function completeActive(
  tx: Database,
  id: string,
  at: Date,
  line: 'completed' | 'closed' = 'completed',
): Promise<void> {
  const [row] = await tx
    .update(consultations)
    .set({ status: 'completed', completedAt: at, lastSeq: nextSeq })
    .where(and(eq(consultations.id, id), eq(consultations.status, 'active')))
    .returning();
  if (row === undefined) throw new Error('the consultation is not active');
  await insertLine(tx, row, line, at);
}

/** Raises the number up to which one side has read; it never decreases and never exceeds the last message. */
export async function raiseReadSeq(
  db: Database,
  id: string,
  side: 'patientReadSeq' | 'doctorReadSeq',
  seq: number,
): Promise<void> {
  const target = sql<number>`least(${seq}::int, ${consultations.lastSeq})`;
  await db
    .update(consultations)
    .set({ [side]: target })
    .where(and(eq(consultations.id, id), lt(consultations[side], target)));
}

const dueForOffer = (before: Date) =>
  and(
    eq(consultations.status, 'pending'),
    lt(consultations.offers, MAX_OFFERS),
    lte(consultations.offeredAt, before),
  );

/** Finds the pending requests that were last offered before this time, oldest first. */
export async function findDueForOffer(db: Database, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: consultations.id })
    .from(consultations)
    .where(dueForOffer(before))
    .orderBy(asc(consultations.offeredAt), asc(consultations.id));
  return rows.map(({ id }) => id);
}

/**
 * Counts one more offer of a request, with its system line. Of concurrent calls, one succeeds.
 * @returns null when it is not due any more
 */
export async function offerAgain(
  tx: Database,
  id: string,
  { before, now }: { before: Date; now: Date },
): Promise<ConsultationRow | null> {
  const [row] = await tx
    .update(consultations)
    .set({ offers: sql`${consultations.offers} + 1`, offeredAt: now, lastSeq: nextSeq })
    .where(and(eq(consultations.id, id), dueForOffer(before)))
    .returning();
  if (row === undefined) return null;
  await insertLine(tx, row, 'offered', now);
  return row;
}

/** Locks the active consultations of a patient or a doctor until the transaction ends. */
export function lockActiveOf(tx: Database, userId: string): Promise<ConsultationRow[]> {
  return tx
    .select()
    .from(consultations)
    .where(
      and(
        eq(consultations.status, 'active'),
        or(eq(consultations.patientId, userId), eq(consultations.doctorId, userId)),
      ),
    )
    .orderBy(asc(consultations.id))
    .for('no key update');
}

/** Deletes the requests of a patient that no doctor has accepted, with their messages. */
export async function deletePendingOf(tx: Database, patientId: string): Promise<void> {
  await tx
    .delete(consultations)
    .where(and(eq(consultations.patientId, patientId), eq(consultations.status, 'pending')));
}

/** Replaces the name that a removed patient gave; what was written remains the doctor’s record (decision 16). */
export async function renamePatient(tx: Database, patientId: string, name: string): Promise<void> {
  await tx.update(consultations).set({ patientName: name }).where(eq(consultations.patientId, patientId));
}

/** Records that these users have a live connection. */
export async function touchPresence(db: Database, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  // Users removed meanwhile are skipped; the order prevents deadlocks between processes.
  const connected = db
    .select({ userId: users.id, seenAt: sql`${now.toISOString()}::timestamptz`.as('seen_at') })
    .from(users)
    .where(inArray(users.id, [...userIds]))
    .orderBy(users.id);
  await db
    .insert(presence)
    .select(connected)
    .onConflictDoUpdate({
      target: presence.userId,
      set: { seenAt: sql`greatest(${presence.seenAt}, excluded.seen_at)` },
    });
}

/**
 * Forgets the presence of a user whose last connection to this process has ended, and tells all processes: one to which they are
 * connected records it again.
 */
export async function forgetPresence(db: Database, userId: string): Promise<void> {
  await transact(db, async (tx) => {
    await tx.delete(presence).where(eq(presence.userId, userId));
    const left = { table: 'presence', op: 'delete', id: userId, people: [userId] };
    await notifyChannel(tx, 'changes', JSON.stringify(left));
  });
}

/** Counts the doctors who may take a request and had a live connection within the last minute. */
export async function countAvailableDoctors(db: Database, now: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(presence)
    .innerJoin(users, eq(users.id, presence.userId))
    .where(and(takesRequests, gte(presence.seenAt, new Date(now.getTime() - AVAILABLE_MS))));
  return row?.n ?? 0;
}

/**
 * Finds the doctors who may see and take requests (rule 39).
 * @param among only these
 */
export async function findDoctorsForRequests(db: Database, among?: readonly string[]): Promise<string[]> {
  const chosen = among && sql`${users.id} = any(${sql.param([...among])}::uuid[])`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(takesRequests, chosen))
    .orderBy(users.id);
  return rows.map(({ id }) => id);
}
