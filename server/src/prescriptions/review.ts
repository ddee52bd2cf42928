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
import { notify } from '../notifications/notify.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { ReviewedMedication, WaitingPrescriptions } from '../ports/waiting-prescriptions.ts';
import { Refusal, refuseDuplicate } from '../refusal.ts';
import { recordPrescriptionReads } from './find.ts';
import {
  canBeOrdered,
  canBePaid,
  canLeaveOut,
  cannotBeOrdered,
  medicineRefused,
  prescriptionRefused,
} from './notices.ts';
import { presentPrescription } from './present.ts';
import { findAttachedOrder } from './queries.ts';
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
import { changePrescription, withdraw } from './write-queries.ts';

type ReviewBody = HandlerInput<typeof reviewEndpoints.reviewMedication>['body'];

/**
 * Approves the price of a medicine that a prescriber added, or refuses the medicine (rule 20). Of two at once, one decides. An
 * approval by an agent serves prescriptions only: customers find the medicine once a supervisor has approved it too.
 * @throws 409 REVIEW_DONE when it does not await a review; MEDICATION_EXISTS for a form that exists
 */
export async function reviewMedication(
  ctx: Ctx,
  known: MedicationRow,
  body: ReviewBody,
): Promise<Medication> {
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

/** Lists the prescriptions that wait for an in-house pharmacist (rule 39). */
export async function listPrescriptionsToCheck(ctx: Ctx): Promise<PrescriptionToCheck[]> {
  const views = await findToCheck(ctx.db);
  await recordPrescriptionReads(ctx, views);
  return views.flatMap((view) => {
    const { checkAskedAt } = view.prescription;
    if (checkAskedAt === null) return [];
    return [{ ...presentPrescription(view, ctx), askedAt: checkAskedAt.toISOString() }];
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
      return announceReady(ctx.jobs, tx, [locked], at);
    }
    if ((await findAttachedOrder(tx, id)) !== null) throw new Refusal('PRESCRIPTION_ATTACHED');
    await withdraw(tx, id, at);
    await recordEdit(ctx, tx, locked, { action: 'delete' });
    await announceRefusal(ctx.jobs, tx, locked, at);
  });
}

export const waitingPrescriptions: WaitingPrescriptions = { approve, refuse };

type Waiting = Awaited<ReturnType<typeof lockWaiting>>[number];

/**
 * Prices the lines of prescriptions that wait for this medicine. Their other prices stay frozen, and so does the version: an open
 * payment leaves the waiting lines out, since a prescription is not paid with them.
 */
async function approve(jobs: Jobs, tx: Database, medication: ReviewedMedication, at: Date): Promise<void> {
  const waiting = await lockWaiting(tx, medication.id);
  if (waiting.length === 0) return;
  const ids = waiting.map(({ id }) => id);
  await priceLines(tx, ids, { medicationId: medication.id, price: medication.price });
  await announceReady(jobs, tx, waiting, at);
}

/** Notifies the prescribers of these prescriptions that can be ordered now, and the customers who wait for one. */
async function announceReady(jobs: Jobs, tx: Database, waiting: readonly Waiting[], at: Date): Promise<void> {
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

/** Notifies the prescriber of a refused prescription, and the customers who wait for it: it is no longer found. */
async function announceRefusal(jobs: Jobs, tx: Database, refused: Waiting, at: Date): Promise<void> {
  const customers = await findWatchers(tx, [refused.id]);
  await notify(jobs, tx, at, [prescriptionRefused(refused), ...customers.map(cannotBeOrdered)]);
  await deleteWatchers(tx, [refused.id]);
}

async function refuse(jobs: Jobs, tx: Database, medication: ReviewedMedication, at: Date): Promise<void> {
  const waiting = await lockWaiting(tx, medication.id);
  if (waiting.length === 0) return;
  const customers = await findWatchers(
    tx,
    waiting.map(({ id }) => id),
  );
  await notify(jobs, tx, at, [...waiting.map(medicineRefused), ...customers.map(canLeaveOut)]);
}
