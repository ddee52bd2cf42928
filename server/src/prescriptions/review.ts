import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { prescriptionCheckEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { PrescriptionToCheck } from '@amasin/domain/prescriptions/prescription.ts';
import { record, recordChange } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { transact } from '../database/transaction.ts';
import { managesCatalogue, presentMedication } from '../medications/present.ts';
import { findAuthorNames } from '../medications/queries.ts';
import { type Message, notify } from '../notifications/notify.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { ReviewedMedication, WaitingPrescriptions } from '../ports/waiting-prescriptions.ts';
import { Refusal, refuseDuplicate } from '../refusal.ts';
import { recordPrescriptionReads } from './find.ts';
import { presentPrescription } from './present.ts';
import { findOrderWithPrescription } from './queries.ts';
import {
  deleteWatchers,
  findReady,
  findToCheck,
  findWatchers,
  lockWaiting,
  priceLines,
  setApproved,
  setRefused,
} from './review-queries.ts';
import { lockEditable, recordEdit } from './write.ts';
import { changePrescription, softDelete } from './write-queries.ts';

type Body = HandlerInput<typeof reviewEndpoints.reviewMedication>['body'];

/**
 * Approves the price of a medicine that a prescriber added, or refuses the medicine (rule 20). Of two at once, one decides. An
 * approval by an agent serves prescriptions only: customers find the medicine once a supervisor has approved it too.
 * @throws 409 REVIEW_DONE when it does not await a review; MEDICATION_EXISTS for a form that exists
 */
export async function reviewMedication(ctx: Ctx, known: MedicationRow, body: Body): Promise<Medication> {
  const { id } = known;
  const at = ctx.clock.now();
  const checkedById = ctx.actor._id;
  const row = await refuseDuplicate({ medications_label_form_unique: 'MEDICATION_EXISTS' }, () =>
    transact(ctx.db, async (tx) => {
      if (body.decision === 'refuse') {
        const refused = await setRefused(tx, id, { checkedById, at });
        if (refused === null) throw new Refusal('REVIEW_DONE');
        await record(ctx, tx, { action: 'delete', kind: 'medication', id });
        await waitingPrescriptions.refuse(ctx.jobs, tx, refused, at);
        return refused;
      }
      const { price = 0, form } = body;
      const reviewed = managesCatalogue(ctx.actor);
      const approved = await setApproved(tx, id, { price, form, reviewed, checkedById });
      if (approved === null) throw new Refusal('REVIEW_DONE');
      await recordChange(ctx, tx, { kind: 'medication', id }, known, approved);
      await waitingPrescriptions.approve(ctx.jobs, tx, approved, at);
      return approved;
    }),
  );
  const names = await findAuthorNames(ctx.db, [row]);
  return presentMedication(ctx.actor, row, names.get(row.createdById) ?? null);
}

type CheckBody = HandlerInput<typeof prescriptionCheckEndpoints.checkPrescription>['body'];

/** The prescriptions that wait for an in-house pharmacist (rule 39). */
export async function listPrescriptionsToCheck(ctx: Ctx): Promise<PrescriptionToCheck[]> {
  const views = await findToCheck(ctx.db);
  await recordPrescriptionReads(ctx, views);
  return views.flatMap((view) => {
    const { checkAskedAt } = view.prescription;
    if (checkAskedAt === null) return [];
    return [{ ...presentPrescription(view, ctx.actor), askedAt: checkAskedAt.toISOString() }];
  });
}

/**
 * Approves a prescription, which can then be paid, or refuses it, which deletes it. Of two at once, one decides.
 * @throws 409 PRESCRIPTION_CHECKED when it was decided or edited since it was read; PRESCRIPTION_ATTACHED when an unpaid order has
 * the refused one; what lockEditable throws
 */
export async function checkPrescription(
  ctx: Ctx,
  id: string,
  { decision, askedAt }: CheckBody,
): Promise<void> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const locked = await lockEditable(tx, id, at);
    if (locked.checkedAt !== null || locked.checkAskedAt?.getTime() !== Date.parse(askedAt))
      throw new Refusal('PRESCRIPTION_CHECKED');
    if (decision === 'approve') {
      await changePrescription(tx, id, { checkedAt: at });
      await recordEdit(ctx, tx, locked, { action: 'change', details: { fields: ['verified'] } });
      return announceApproval(ctx.jobs, tx, locked, at);
    }
    if ((await findOrderWithPrescription(tx, id)) !== null) throw new Refusal('PRESCRIPTION_ATTACHED');
    await softDelete(tx, id, at);
    await recordEdit(ctx, tx, locked, { action: 'delete' });
    await announceRefusal(ctx.jobs, tx, locked, at);
  });
}

export const waitingPrescriptions: WaitingPrescriptions = { approve, refuse };

type Waiting = Awaited<ReturnType<typeof lockWaiting>>[number];

/**
 * Their other prices stay frozen, and so does the version: an open payment leaves the waiting lines out, since a prescription
 * is not paid with them.
 */
async function approve(jobs: Jobs, tx: Database, medication: ReviewedMedication, at: Date): Promise<void> {
  const waiting = await lockWaiting(tx, medication.id);
  if (waiting.length === 0) return;
  const ids = waiting.map(({ id }) => id);
  await priceLines(tx, ids, { medicationId: medication.id, price: medication.price });
  await tellReady(jobs, tx, waiting, at);
}

/** Tells the prescribers and the customers of those of these prescriptions that can be ordered now. */
async function tellReady(jobs: Jobs, tx: Database, waiting: readonly Waiting[], at: Date): Promise<void> {
  const found = await findReady(
    tx,
    waiting.map(({ id }) => id),
  );
  const ready = new Set(found.map(({ id }) => id));
  const customers = new Set(found.flatMap(({ customerId }) => customerId ?? []));
  await notify(jobs, tx, at, [
    ...waiting.filter(({ id }) => ready.has(id)).map(canBeOrdered),
    ...[...customers].map(canBePaid),
  ]);
  if (ready.size > 0) await deleteWatchers(tx, [...ready]);
}

/** A pharmacist has approved a prescription of a prescriber who is not verified. */
const announceApproval = (jobs: Jobs, tx: Database, approved: Waiting, at: Date): Promise<void> =>
  tellReady(jobs, tx, [approved], at);

/** A pharmacist has refused it: it is no longer found. */
async function announceRefusal(jobs: Jobs, tx: Database, refused: Waiting, at: Date): Promise<void> {
  const customers = await findWatchers(tx, [refused.id]);
  await notify(jobs, tx, at, [isRefused(refused), ...customers.map(cannotBeOrdered)]);
  await deleteWatchers(tx, [refused.id]);
}

async function refuse(jobs: Jobs, tx: Database, medication: ReviewedMedication, at: Date): Promise<void> {
  const waiting = await lockWaiting(tx, medication.id);
  if (waiting.length === 0) return;
  const customers = await findWatchers(
    tx,
    waiting.map(({ id }) => id),
  );
  await notify(jobs, tx, at, [...waiting.map(hasRefused), ...customers.map(canLeaveOut)]);
}

const toPrescriber = ({ authorId, number }: Waiting, title: string, message: string): Message => ({
  userId: authorId,
  title,
  message,
  link: `/doctor-dashboard?prescription=${number}`,
});

const canBeOrdered = (waiting: Waiting) =>
  toPrescriber(waiting, 'Ordonnance vérifiée', `Votre ordonnance ${waiting.number} peut être commandée.`);

const isRefused = (waiting: Waiting) =>
  toPrescriber(
    waiting,
    'Ordonnance refusée',
    `Un pharmacien n’a pas accepté votre ordonnance ${waiting.number}. Elle ne peut plus être commandée.`,
  );

const hasRefused = (waiting: Waiting) =>
  toPrescriber(
    waiting,
    'Médicament refusé',
    `Un médicament de votre ordonnance ${waiting.number} n’a pas été accepté. Corrigez-la.`,
  );

// A locked phone shows the text: neither medicine nor number.
const toPayer = (userId: string, title: string, message: string): Message => ({
  userId,
  title,
  message,
  link: '/order',
});

const canBePaid = (userId: string) =>
  toPayer(
    userId,
    'Ordonnance vérifiée',
    'L’ordonnance que vous vouliez payer est prête : vous pouvez la commander.',
  );

const canLeaveOut = (userId: string) =>
  toPayer(
    userId,
    'Médicament refusé',
    'Un médicament de votre ordonnance ne peut pas être commandé. Vous pouvez prendre les autres.',
  );

const cannotBeOrdered = (userId: string) =>
  toPayer(
    userId,
    'Ordonnance refusée',
    'L’ordonnance que vous vouliez payer n’a pas été acceptée. Parlez-en à votre prescripteur.',
  );
