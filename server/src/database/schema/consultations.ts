import { MAX_CLIENT_ID, MAX_MESSAGE, senderTypes } from '@amasin/domain/consultations/consultation.ts';
import { chatStatuses, MAX_OFFERS } from '@amasin/domain/consultations/lifecycle.ts';
import { systemLines } from '@amasin/domain/consultations/system-line.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { latestFirst, moment, oneOf, primaryId, reference } from './columns.ts';
import { files } from './files.ts';
import { prescriptions } from './prescriptions.ts';
import { users } from './users.ts';

/** A customer’s conversation with one doctor, from the request on. */
export const consultations = pgTable(
  'consultations',
  {
    id: primaryId(),
    patientId: reference('patient_id', () => users.id).notNull(),
    patientName: text('patient_name').notNull(),
    /** Written once: no second doctor reads a consultation. */
    doctorId: reference('doctor_id', () => users.id),
    status: text('status', { enum: chatStatuses }).notNull().default('pending'),
    /** The number of its last message; incremented under a lock of this row. */
    lastSeq: integer('last_seq').notNull().default(1),
    patientReadSeq: integer('patient_read_seq').notNull().default(1),
    doctorReadSeq: integer('doctor_read_seq').notNull().default(0),
    /** Whether no doctor was available when it was requested: its acceptance is announced by SMS. */
    withoutDoctor: boolean('without_doctor').notNull(),
    /** Counts how often it was offered again; `offeredAt` is the last time. */
    offers: integer('offers').notNull().default(0),
    offeredAt: moment('offered_at').notNull(),
    createdAt: moment('created_at').notNull(),
    acceptedAt: moment('accepted_at'),
    completedAt: moment('completed_at'),
  },
  (t) => [
    check('consultations_status', oneOf(t.status, chatStatuses)),
    check(
      'consultations_doctor',
      sql`(${t.status} = 'pending') = (${t.doctorId} is null) and (${t.doctorId} is null) = (${t.acceptedAt} is null)`,
    ),
    check('consultations_completed', sql`(${t.status} = 'completed') = (${t.completedAt} is not null)`),
    check('consultations_last_seq', sql`${t.lastSeq} >= 1`),
    check(
      'consultations_read_seq',
      sql`${t.patientReadSeq} between 0 and ${t.lastSeq} and ${t.doctorReadSeq} between 0 and ${t.lastSeq}`,
    ),
    check('consultations_offers', sql`${t.offers} between 0 and ${sql.raw(String(MAX_OFFERS))}`),
    check('consultations_patient_name', sql`btrim(${t.patientName}) <> ''`),
    index('consultations_patient').on(t.patientId, ...latestFirst(t)),
    index('consultations_doctor_status').on(t.doctorId, t.status, t.acceptedAt),
    index('consultations_doctor_completed').on(
      t.doctorId,
      t.status,
      t.completedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('consultations_pending').on(t.createdAt, t.id).where(sql`${t.status} = 'pending'`),
  ],
);

export type ConsultationRow = typeof consultations.$inferSelect;

/** A message, never changed; numbered 1, 2, 3… in its consultation. */
export const consultationMessages = pgTable(
  'consultation_messages',
  {
    id: primaryId(),
    consultationId: reference('consultation_id', () => consultations.id, { onDelete: 'cascade' }).notNull(),
    seq: integer('seq').notNull(),
    senderType: text('sender_type', { enum: senderTypes }).notNull(),
    /** Null for a system line. */
    senderId: reference('sender_id', () => users.id),
    /** The identifier chosen by the sender’s client (rule 29). */
    clientMessageId: text('client_message_id'),
    content: text('content').notNull(),
    /** Tells which system line this is; its text contains the doctor’s current name. */
    line: text('line', { enum: systemLines }),
    fileKey: text('file_key').references(() => files.key),
    prescriptionId: reference('prescription_id', () => prescriptions.id),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    check('consultation_messages_sender_type', oneOf(t.senderType, senderTypes)),
    check('consultation_messages_line', oneOf(t.line, systemLines)),
    check('consultation_messages_seq', sql`${t.seq} >= 1`),
    check(
      'consultation_messages_sender',
      sql`(${t.senderType} = 'system') = (${t.senderId} is null) and (${t.senderType} = 'system') = (${t.line} is not null)`,
    ),
    check(
      'consultation_messages_system',
      sql`${t.senderType} <> 'system' or (${t.content} = '' and ${t.clientMessageId} is null and ${t.fileKey} is null)`,
    ),
    check('consultation_messages_length', sql`length(${t.content}) <= ${sql.raw(String(MAX_MESSAGE))}`),
    check(
      'consultation_messages_content',
      sql`${t.senderType} = 'system' or btrim(${t.content}) <> '' or ${t.fileKey} is not null or ${t.prescriptionId} is not null`,
    ),
    check(
      'consultation_messages_client_id',
      sql`length(${t.clientMessageId}) between 1 and ${sql.raw(String(MAX_CLIENT_ID))}`,
    ),
    check(
      'consultation_messages_prescription',
      sql`${t.prescriptionId} is null or ${t.senderType} = 'doctor'`,
    ),
    uniqueIndex('consultation_messages_seq_unique').on(t.consultationId, t.seq),
    uniqueIndex('consultation_messages_client_id_unique').on(t.consultationId, t.senderId, t.clientMessageId),
    uniqueIndex('consultation_messages_file_unique').on(t.fileKey),
  ],
);

export type ConsultationMessageRow = typeof consultationMessages.$inferSelect;

/** When a user last had a live connection. */
export const presence = pgTable(
  'presence',
  {
    userId: reference('user_id', () => users.id, { onDelete: 'cascade' }).primaryKey(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [index('presence_seen').on(t.seenAt)],
);
