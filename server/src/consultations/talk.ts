import type { ChatMessage } from '@amasin/domain/consultations/consultation.ts';
import type { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { MAX_PENDING_CHATS, OFFER_AGAIN_MS } from '@amasin/domain/consultations/lifecycle.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import { record } from '../audit/record.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { ConsultationRow } from '../database/schema/consultations.ts';
import type { PrescriptionRow } from '../database/schema/prescriptions.ts';
import { transact } from '../database/transaction.ts';
import { bindFile } from '../files/queries.ts';
import { notify } from '../notifications/notify.ts';
import { findUser, lockUserShared } from '../people/queries.ts';
import { requireHealthConsent } from '../people/require-health-consent.ts';
import { requireProvenPhone } from '../people/require-proven-phone.ts';
import type { Jobs } from '../ports/jobs.ts';
import { findByNumber } from '../prescriptions/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { consultationsSeenBy } from '../scopes/consultations.ts';
import { prescriptionsWrittenBy } from '../scopes/prescriptions.ts';
import { countOfDay } from '../session/limits.ts';
import { announceBySms } from '../sms/send.ts';
import { answerWords } from '../sms/texts.ts';
import { toDoctors, toPatient } from './notices.ts';
import { presentMessage } from './present.ts';
import { findConsultation, findSentMessage, type MessageView } from './queries.ts';
import {
  acceptPending,
  appendMessage,
  completeActive,
  countAvailableDoctors,
  countPending,
  deletePendingOf,
  findDueForOffer,
  insertConsultation,
  lockActiveOf,
  lockConsultation,
  lockPatient,
  offerAgain,
  renamePatient,
} from './write-queries.ts';

type StartBody = HandlerInput<typeof consultationEndpoints.startChat>['body'];

/**
 * Requests a doctor: all who may take it are notified (rules 28, 36, 39).
 * @param storeResponse stores the response in the transaction of the request
 * @throws 429 TOO_MANY_CHATS, TOO_MANY_TRIES; 403 PHONE_PROOF_REQUIRED, CONSENT_WITHDRAWN, or ACCOUNT_DISABLED when the account was deactivated or removed
 * meanwhile
 */
export async function startChat<T>(
  ctx: Ctx,
  { patientName, initialMessage }: StartBody,
  storeResponse: (tx: Database, chatId: string) => Promise<T>,
): Promise<T> {
  await requireProvenPhone(ctx);
  const createdAt = ctx.clock.now();
  const patientId = ctx.actor._id;
  return transact(ctx.db, async (tx) => {
    if (!(await lockPatient(tx, patientId))) throw new Refusal('ACCOUNT_DISABLED');
    await requireHealthConsent(tx, ctx.actor);
    if ((await countPending(tx, patientId)) >= MAX_PENDING_CHATS) {
      throw new Refusal('TOO_MANY_CHATS', { values: { max: MAX_PENDING_CHATS } });
    }
    // Withdrawing the consent ends the pending ones, and every doctor was told of them.
    await countOfDay(ctx, tx, 'consultation');
    const withoutDoctor = (await countAvailableDoctors(tx, createdAt)) === 0;
    const request = { patientId, patientName, withoutDoctor, createdAt, initialMessage };
    const { id } = await insertConsultation(tx, request);
    await record(ctx, tx, { action: 'create', kind: 'consultation', id, customerId: patientId });
    await notify(ctx.jobs, tx, createdAt, await toDoctors(tx, id));
    return storeResponse(tx, id);
  });
}

/**
 * Offers requests that no doctor has accepted within five minutes to all verified doctors again. The patient is informed in the
 * conversation each time, and by a notification the first time.
 * @returns how many were offered
 */
export async function offerRequestsAgain(ctx: SystemCtx): Promise<number> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - OFFER_AGAIN_MS);
  let offered = 0;
  for (const id of await findDueForOffer(ctx.db, before)) {
    const isOffered = await transact(ctx.db, async (tx) => {
      const row = await offerAgain(tx, id, { before, now });
      if (row === null) return false;
      const first = row.offers === 1 ? [toPatient(row, 'offered')] : [];
      await notify(ctx.jobs, tx, now, [...(await toDoctors(tx, id)), ...first]);
      return true;
    });
    if (isOffered) offered += 1;
  }
  return offered;
}

/**
 * Gives a pending request to the caller; unchanged when they already have it.
 * @throws 403 ACCOUNT_DISABLED, ACCOUNT_UNVERIFIED; 404 NOT_FOUND; 409 CHAT_TAKEN when another doctor has it
 */
export async function acceptChat(ctx: Ctx, consultationId: string): Promise<void> {
  const { actor } = ctx;
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    // A concurrent change of the account waits for the end of this transaction or has already committed.
    const caller = await lockUserShared(tx, actor._id);
    if (caller === null || !caller.active) throw new Refusal('ACCOUNT_DISABLED');
    if (!caller.verified) throw new Refusal('ACCOUNT_UNVERIFIED');
    const accepted = await acceptPending(tx, consultationId, actor._id, at);
    if (accepted === null) {
      const row = await lockConsultation(tx, consultationId);
      if (row === null) throw new Refusal('NOT_FOUND');
      if (row.doctorId !== actor._id) throw new Refusal('CHAT_TAKEN');
      return;
    }
    const customerId = accepted.patientId;
    await record(ctx, tx, { action: 'accept', kind: 'consultation', id: consultationId, customerId });
    await notify(ctx.jobs, tx, at, [toPatient(accepted, 'accepted')]);
    await announceAcceptance(ctx, tx, accepted);
  });
}

/** Sends an SMS to a patient who had to wait, and may have left the page. */
async function announceAcceptance(ctx: Ctx, tx: Database, row: ConsultationRow): Promise<void> {
  if (!row.withoutDoctor && row.offers === 0) return;
  const patient = await findUser(tx, row.patientId);
  await announceBySms(ctx, tx, { to: patient?.phone ?? null, words: answerWords, about: row.id });
}

type MessageBody = HandlerInput<typeof consultationEndpoints.sendMessage>['body'];

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
  { content, clientMessageId, file, prescriptionNumber }: MessageBody,
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

/** Sends an SMS unless the patient, who may have left the page, reads the answer at once. */
async function announceAnswer(ctx: Ctx, tx: Database, { id, patientId }: ConsultationRow): Promise<void> {
  const patient = await findUser(tx, patientId);
  const answer = { to: patient?.phone ?? null, words: answerWords, about: id };
  await announceBySms(ctx, tx, { ...answer, unlessRead: true });
}

/** @throws 422 INVALID unless it is an unused prescription that the caller, a doctor, wrote */
async function findOwnPrescription({ actor }: Ctx, tx: Database, text: string): Promise<PrescriptionRow> {
  const number = actor.type === 'partnerDoctor' ? readPrescriptionNumber(text) : null;
  const found = number && (await findByNumber(tx, number, prescriptionsWrittenBy(actor)));
  if (!found) throw invalidField('prescriptionNumber', 'Aucune ordonnance trouvée');
  return found.prescription;
}

/**
 * Completes a consultation of the caller; unchanged when it is already completed.
 * @throws 404 NOT_FOUND for another doctor's; 409 CHAT_PENDING
 */
export async function completeChat(ctx: Ctx, consultationId: string): Promise<void> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const row = await lockConsultation(tx, consultationId);
    if (row?.status === 'pending') throw new Refusal('CHAT_PENDING');
    if (row === null || row.doctorId !== ctx.actor._id) throw new Refusal('NOT_FOUND');
    if (row.status === 'completed') return;
    await completeActive(tx, row.id, at);
    const customerId = row.patientId;
    await record(ctx, tx, { action: 'complete', kind: 'consultation', id: row.id, customerId });
    await notify(ctx.jobs, tx, at, [toPatient(row, 'completed')]);
  });
}

/**
 * Ends the consultations of a deactivated or removed account, which can no longer reply: deletes its requests and
 * completes its active consultations.
 */
export async function closeChatsOf(jobs: Jobs, tx: Database, userId: string, at: Date): Promise<void> {
  // Requests go first: one that a doctor accepts meanwhile becomes active, and is completed below.
  await deletePendingOf(tx, userId);
  for (const row of await lockActiveOf(tx, userId)) {
    await completeActive(tx, row.id, at, 'closed');
    const about = { kind: 'consultation', id: row.id, customerId: row.patientId } as const;
    await record({ clock: { now: () => at } }, tx, { action: 'complete', ...about });
    if (row.patientId !== userId) await notify(jobs, tx, at, [toPatient(row, 'completed')]);
  }
}

/** Ends the open consultations of a removed account, and replaces its name in those that remain. */
export async function leaveChats(
  jobs: Jobs,
  tx: Database,
  { id, replacement }: { readonly id: string; readonly replacement: string },
  at: Date,
): Promise<void> {
  await closeChatsOf(jobs, tx, id, at);
  await renamePatient(tx, id, replacement);
}
