import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { ConsultationRow } from '../../database/schema/consultations.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { findUser, lockUserShared } from '../../people/queries.ts';
import { Refusal } from '../../refusal.ts';
import { announceBySms } from '../../sms/send-sms.ts';
import { answerWords } from '../../sms/texts.ts';
import { toPatient } from '../announce.ts';
import { acceptPending, lockConsultation } from '../change-queries.ts';

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

/** A patient who was told to wait may have left the page. */
async function announceAcceptance(ctx: Ctx, tx: Database, row: ConsultationRow): Promise<void> {
  if (!row.withoutDoctor && row.offers === 0) return;
  const patient = await findUser(tx, row.patientId);
  await announceBySms(ctx, tx, { to: patient?.phone ?? null, words: answerWords, about: row.id });
}
