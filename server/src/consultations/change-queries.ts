import { MAX_OFFERS } from '@amasin/domain/consultations/lifecycle.ts';
import type { SystemLine } from '@amasin/domain/consultations/system-line.ts';
import { and, asc, count, eq, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import {
  type ConsultationMessageRow,
  type ConsultationRow,
  consultationMessages,
  consultations,
} from '../database/schema/consultations.ts';
import { users } from '../database/schema/users.ts';

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

/** Pending requests last offered before this time, oldest first. */
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
