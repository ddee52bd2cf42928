import { type ChatStatus, OFFER_AGAIN_MS } from '@amasin/domain/consultations/lifecycle.ts';
import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import {
  acceptPending,
  appendMessage,
  completeActive,
  insertConsultation,
  lockConsultation,
  offerAgain,
} from '../consultations/write-queries.ts';
import type { Database } from '../database/database.ts';
import type { ConsultationRow } from '../database/schema/consultations.ts';
import { transact } from '../database/transaction.ts';
import { buildUser } from './user.ts';

interface Given {
  readonly status?: ChatStatus;
  readonly patientId?: string;
  readonly patientName?: string;
  readonly doctorId?: string;
  readonly initialMessage?: string;
  readonly withoutDoctor?: boolean;
  /** The request was offered again this many times. */
  readonly offers?: number;
  readonly createdAt?: Date;
  /** The messages of the patient and the doctor after acceptance, in order. */
  readonly messages?: readonly {
    readonly by: 'patient' | 'doctor';
    readonly content: string;
    readonly clientMessageId?: string;
    /** Key of the attached file. */
    readonly file?: string;
    readonly prescriptionId?: string;
  }[];
}

/** A consultation (default: a pending request), moved to its state with the queries that the server uses. */
export async function buildConsultation(db: Database, given: Given = {}): Promise<ConsultationRow> {
  const { status = 'pending', patientName = 'Afi Kpadé', initialMessage = 'Bonjour docteur' } = given;
  const { createdAt = new Date('2026-11-20T09:00:00Z'), withoutDoctor = false, messages = [] } = given;
  const patientId = given.patientId ?? (await buildUser(db, { type: 'customer' })).id;
  const request = { patientId, patientName, initialMessage, withoutDoctor, createdAt };
  const after = (minutes: number) => new Date(createdAt.getTime() + minutes * MINUTE_MS);
  return transact(db, async (tx) => {
    const { id } = await insertConsultation(tx, request);
    for (let n = 1; n <= (given.offers ?? 0); n += 1) {
      const now = new Date(createdAt.getTime() + n * OFFER_AGAIN_MS);
      await offerAgain(tx, id, { before: now, now });
    }
    if (status !== 'pending') {
      const doctorId = given.doctorId ?? (await buildUser(tx, { type: 'partnerDoctor' })).id;
      await acceptPending(tx, id, doctorId, after(1));
      for (const [index, { by, content, file: fileKey, ...more }] of messages.entries()) {
        const senderId = by === 'patient' ? patientId : doctorId;
        const message = { senderType: by, senderId, content, fileKey, ...more };
        await appendMessage(tx, id, { ...message, createdAt: after(2 + index) });
      }
    }
    if (status === 'completed') await completeActive(tx, id, after(2 + messages.length));
    const row = await lockConsultation(tx, id);
    if (row === null) throw new Error('the consultation was not inserted');
    return row;
  });
}
