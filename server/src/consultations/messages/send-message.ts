import type { ChatMessage } from '@amasin/domain/consultations/consultation.ts';
import type { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { ConsultationRow } from '../../database/schema/consultations.ts';
import type { PrescriptionRow } from '../../database/schema/prescriptions.ts';
import { transact } from '../../database/transaction.ts';
import { bindFile } from '../../files/binding-queries.ts';
import { findUser } from '../../people/queries.ts';
import { findAvailablePrescription } from '../../prescriptions/queries.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { consultationsSeenBy } from '../../scopes/consultations.ts';
import { prescriptionsWrittenBy } from '../../scopes/prescriptions.ts';
import { announceBySms } from '../../sms/send-sms.ts';
import { answerWords } from '../../sms/texts.ts';
import { appendMessage, lockConsultation } from '../change-queries.ts';
import { presentMessage } from '../present.ts';
import { findConsultation, findSentMessage, type MessageView } from '../queries.ts';

type Body = HandlerInput<typeof consultationEndpoints.sendMessage>['body'];

const NO_FILE = { path: 'file', message: 'Fichier requis' };

/**
 * Stores a message of the caller, the patient or the assigned doctor: the server determines the sender (rule 30). A
 * message that the caller's client has sent before is returned unchanged, even after the end (rule 29).
 * @throws 404 NOT_FOUND for anyone else; 409 CHAT_PENDING, CHAT_COMPLETED; 422 INVALID for another's file or
 * prescription
 */
export async function sendMessage(
  ctx: Ctx,
  consultationId: string,
  { content, clientMessageId, file, prescriptionNumber }: Body,
): Promise<{ message: ChatMessage; isNew: boolean }> {
  const { actor } = ctx;
  return transact(ctx.db, async (tx) => {
    // Concurrent messages and the completion wait for each other here.
    const row = await lockConsultation(tx, consultationId);
    const isPatient = row?.patientId === actor._id;
    if (row === null || !(await findConsultation(tx, actor, row.id, consultationsSeenBy(actor))))
      throw new Refusal('NOT_FOUND');
    const doctorName = isPatient ? null : actor.name;
    const present = (view: MessageView) => presentMessage({ consultation: row, doctorName }, view, actor);
    const earlier = clientMessageId && (await findSentMessage(tx, row.id, actor._id, clientMessageId));
    if (earlier) return { message: present(earlier), isNew: false };
    if (row.status === 'pending') throw new Refusal('CHAT_PENDING');
    if (row.status === 'completed') throw new Refusal('CHAT_COMPLETED');

    const createdAt = ctx.clock.now();
    const senderType = isPatient ? 'patient' : 'doctor';
    const prescription = prescriptionNumber ? await findOwnPrescription(ctx, tx, prescriptionNumber) : null;
    if (file)
      await bindFile(tx, { key: file, ownerId: actor._id, category: 'consultation', at: createdAt }, NO_FILE);
    const message = await appendMessage(tx, row.id, {
      senderType,
      senderId: actor._id,
      clientMessageId,
      content,
      fileKey: file,
      prescriptionId: prescription?.id,
      createdAt,
    });
    if (!isPatient) await announceAnswer(ctx, tx, row);
    return {
      message: present({ message, prescriptionNumber: prescription?.number ?? null }),
      isNew: true,
    };
  });
}

/** The patient may have left: those whose screen shows it read it at once. */
async function announceAnswer(ctx: Ctx, tx: Database, { id, patientId }: ConsultationRow): Promise<void> {
  const patient = await findUser(tx, patientId);
  const answer = { to: patient?.phone ?? null, words: answerWords, about: id };
  await announceBySms(ctx, tx, { ...answer, unlessRead: true });
}

/** @throws 422 INVALID unless it is an unused prescription that the caller, a doctor, wrote */
async function findOwnPrescription({ actor }: Ctx, tx: Database, text: string): Promise<PrescriptionRow> {
  const number = actor.type === 'partnerDoctor' ? readPrescriptionNumber(text) : null;
  const found = number && (await findAvailablePrescription(tx, { number }, prescriptionsWrittenBy(actor)));
  if (!found) throw invalidField('prescriptionNumber', 'Aucune ordonnance trouvée');
  return found.prescription;
}
