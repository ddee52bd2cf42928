import { and, asc, count, desc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { constantLimit } from '../database/paging.ts';
import { oneOf } from '../database/schema/columns.ts';
import { consultationMessages, consultations } from '../database/schema/consultations.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { consultationsOf, requestsSeenBy } from '../scopes/consultations.ts';
import { type Seen, seen } from '../scopes/seen.ts';

type Reader = Pick<Actor, '_id' | 'type'>;

const patient = alias(users, 'patient');
const doctor = alias(users, 'doctor');
const first = alias(consultationMessages, 'first');
const last = alias(consultationMessages, 'last');

const isFirst = sql`${first.seq} = 1`;

/** Counts the messages that are unread for a reader: those of the other side, and system lines for the patient. */
function unreadBy(reader: Reader): SQL<number> {
  const isPatient = reader.type === 'customer';
  const readSeq = isPatient ? consultations.patientReadSeq : consultations.doctorReadSeq;
  return sql<number>`(select count(*)::int from ${consultationMessages} unread
    where unread.consultation_id = ${consultations.id} and unread.seq > ${readSeq}
      and unread.sender_type ${isPatient ? sql`<>` : sql`=`} 'patient')`;
}

function selectConsultations(db: Database, reader: Reader) {
  return db
    .select({
      consultation: consultations,
      patient: { phone: patient.phone, email: patient.email },
      doctorName: doctor.name,
      first: { content: first.content },
      last,
      unread: unreadBy(reader),
    })
    .from(consultations)
    .innerJoin(patient, eq(patient.id, consultations.patientId))
    .innerJoin(first, and(eq(first.consultationId, consultations.id), isFirst))
    .innerJoin(last, and(eq(last.consultationId, consultations.id), eq(last.seq, consultations.lastSeq)))
    .leftJoin(doctor, eq(doctor.id, consultations.doctorId));
}

/** A consultation with the people’s names, its first and its last message. */
export type ConsultationView = Awaited<ReturnType<typeof selectConsultations>>[number];

/** @param scope the consultations that the reader may see */
export async function findConsultation(
  db: Database,
  reader: Reader,
  id: string,
  scope: SQL | undefined,
): Promise<Seen<ConsultationView> | null> {
  const [view] = await selectConsultations(db, reader).where(and(eq(consultations.id, id), scope));
  return view ? seen(view) : null;
}

/** Finds one page of a patient’s consultations, newest first, and how many there are. */
export async function findConsultationsOfPatient(
  db: Database,
  reader: Reader,
  { page, limit }: { page: number; limit: number },
): Promise<{ views: Seen<ConsultationView>[]; total: number }> {
  const mine = consultationsOf(reader);
  const views = await selectConsultations(db, reader)
    .where(mine)
    .orderBy(desc(consultations.createdAt), desc(consultations.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [found] = await db.select({ total: count() }).from(consultations).where(mine);
  return { views: views.map(seen), total: found?.total ?? 0 };
}

const MAX_COMPLETED = 50;
const MAX_PENDING = 200;

/** Finds a doctor’s consultations: the active ones, then the last completed ones, each newest first. */
export async function findConsultationsOfDoctor(
  db: Database,
  reader: Reader,
): Promise<Seen<ConsultationView>[]> {
  const inState = (status: 'active' | 'completed') =>
    selectConsultations(db, reader).where(
      and(consultationsOf(reader), oneOf(consultations.status, [status])),
    );
  const active = await inState('active').orderBy(desc(consultations.acceptedAt), desc(consultations.id));
  const completed = await inState('completed')
    .orderBy(desc(consultations.completedAt), desc(consultations.id))
    .limit(constantLimit(MAX_COMPLETED));
  return [...active, ...completed].map(seen);
}

/** Finds the requests that no doctor has accepted, oldest first; none for a doctor who is not verified. */
export async function findPendingRequests(db: Database, reader: Reader): Promise<Seen<ConsultationView>[]> {
  const pending = await selectConsultations(db, reader)
    .where(requestsSeenBy(reader))
    .orderBy(asc(consultations.createdAt), asc(consultations.id))
    .limit(constantLimit(MAX_PENDING));
  return pending.map(seen);
}

function selectMessages(db: Database, where: SQL | undefined) {
  return db
    .select({ message: consultationMessages, prescriptionNumber: prescriptions.number })
    .from(consultationMessages)
    .leftJoin(prescriptions, eq(prescriptions.id, consultationMessages.prescriptionId))
    .where(where);
}

export type MessageView = Awaited<ReturnType<typeof selectMessages>>[number];

/** Finds messages in order: the first `limit` after a number, or the last `limit` before one. */
export async function findMessages(
  db: Database,
  consultationId: string,
  { after, before, limit }: { after?: number | undefined; before?: number | undefined; limit: number },
): Promise<MessageView[]> {
  const { seq } = consultationMessages;
  const inside = eq(consultationMessages.consultationId, consultationId);
  if (after !== undefined) {
    return selectMessages(db, and(inside, gt(seq, after)))
      .orderBy(asc(seq))
      .limit(limit);
  }
  const latest = await selectMessages(db, and(inside, before === undefined ? undefined : lt(seq, before)))
    .orderBy(desc(seq))
    .limit(limit);
  return latest.reverse();
}

/** Finds these messages in order, each with its consultation. */
export function findAnnouncedMessages(db: Database, ids: readonly string[]) {
  return db
    .select({
      message: consultationMessages,
      prescriptionNumber: prescriptions.number,
      consultation: consultations,
      doctorName: doctor.name,
      first: { content: first.content },
    })
    .from(consultationMessages)
    .innerJoin(consultations, eq(consultations.id, consultationMessages.consultationId))
    .innerJoin(first, and(eq(first.consultationId, consultations.id), isFirst))
    .leftJoin(doctor, eq(doctor.id, consultations.doctorId))
    .leftJoin(prescriptions, eq(prescriptions.id, consultationMessages.prescriptionId))
    .where(sql`${consultationMessages.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(consultationMessages.consultationId), asc(consultationMessages.seq));
}

export type AnnouncedMessage = Awaited<ReturnType<typeof findAnnouncedMessages>>[number];

/** Finds the message that this sender’s client has sent with this identifier. */
export async function findSentMessage(
  db: Database,
  consultationId: string,
  senderId: string,
  clientMessageId: string,
): Promise<MessageView | null> {
  const [view] = await selectMessages(
    db,
    and(
      eq(consultationMessages.consultationId, consultationId),
      eq(consultationMessages.senderId, senderId),
      eq(consultationMessages.clientMessageId, clientMessageId),
    ),
  );
  return view ?? null;
}
