import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { type SplitLines, splitLines } from '@amasin/domain/orders/split-lines.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import { pricesAreValid } from '@amasin/domain/prescriptions/prescription.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PrescriptionRow } from '../database/schema/prescriptions.ts';
import { findNamedMedications } from '../medications/queries.ts';
import { notify } from '../notifications/notify.ts';
import type { Jobs } from '../ports/jobs.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { guardGuesses } from '../session/limits.ts';
import { refuseWaiting, waitingOf } from './await-review.ts';
import { prescriptionUsed } from './notices.ts';
import { isVerified, presentLeftOut } from './present.ts';
import {
  findByNumber,
  findOrderWithPrescription,
  findPrescription,
  type PrescriptionItem,
  type PrescriptionView,
  type ShownItem,
} from './queries.ts';
import { changePrescription, lockPrescription, setUsed } from './write-queries.ts';

interface Orderable {
  readonly items: FrozenOrder['items'];
  readonly leftOut: NonNullable<FrozenOrder['leftOut']>;
  readonly prescription: NonNullable<FrozenOrder['prescription']>;
}

/**
 * Finds the items of a prescription by its number, at current prices, without those that the customer leaves out. An unknown
 * whole number counts as a guess.
 * @param path the path of `leftOut` in the body, for the fields of a 422
 * @throws 409 PRESCRIPTION_USED, the same for an unknown, partial, used or reserved number; 409 MEDICATION_UNAVAILABLE,
 * MEDICATION_NOT_PRICED, MEDICATION_TO_REVIEW; 422 INVALID for an unknown medicine, or when none remains; 429 TOO_MANY_TRIES after ten
 * misses in an hour
 */
export async function findOrderable(
  ctx: Ctx,
  {
    prescriptionNumber: code,
    leftOut: unwanted = [],
  }: { prescriptionNumber: string; leftOut?: string[] | undefined },
  path: string,
): Promise<Orderable> {
  const number = readPrescriptionNumber(code);
  const view = number && (await guardGuesses(ctx, (tx) => findByNumber(tx, number)));
  const now = ctx.clock.now();
  if (!view || isReservedByAnother(view.prescription, ctx.actor._id, now)) {
    throw new Refusal('PRESCRIPTION_USED');
  }
  const { id, number: prescriptionNumber, version } = view.prescription;
  const { taken, leftOut } = splitChosen(view.items, unwanted, path);
  // A line that is left out may no longer be sold.
  const items = await priceOrRefuse(ctx, { ...view, items: taken }, now);
  return {
    items,
    leftOut: leftOut.map(presentLeftOut),
    prescription: { _id: id, prescriptionNumber, version },
  };
}

interface Claim {
  readonly id: string;
  /** The version that the payment was opened for. */
  readonly version: number;
  readonly customerId: string;
  /** The order that it is attached to; null when it is ordered by number. */
  readonly orderId: string | null;
  readonly now: Date;
}

/**
 * Locks a prescription until the transaction ends, before `usePrescription` (rule 19).
 * @returns false when it was used, edited, deleted, withdrawn, attached or reserved by another customer since the payment was opened
 */
export async function lockForClaim(
  tx: Database,
  { id, version, customerId, orderId, now }: Claim,
): Promise<boolean> {
  const locked = await lockPrescription(tx, id);
  return (
    locked !== null &&
    locked.usedById === null &&
    locked.deletedAt === null &&
    !locked.isWithdrawn &&
    locked.version === version &&
    !isReservedByAnother(locked, customerId, now) &&
    ((await findOrderWithPrescription(tx, id))?.id ?? null) === orderId
  );
}

const RESERVED_MS = PORTAL_MINUTES * 60_000;

type Reserved = Pick<PrescriptionRow, 'reservedById' | 'reservedUntil'>;

/** Whether a portal for the prescription may be open. */
export function isReserved({ reservedUntil }: Reserved, now: Date): boolean {
  return reservedUntil !== null && reservedUntil > now;
}

/** Whether another customer's portal for the prescription may be open. */
function isReservedByAnother(row: Reserved, customerId: string, now: Date): boolean {
  return isReserved(row, now) && row.reservedById !== customerId;
}

/**
 * Reserves a prescription for a customer while their portal may be open (rule 19); their next payment renews the
 * reservation. Locks the row until the transaction ends.
 * @param orderId the order that it is attached to; null when it is ordered by number
 * @throws 409 PRESCRIPTION_USED when it is used, deleted, withdrawn, attached to another order or reserved by another customer
 */
export async function reservePrescription(
  tx: Database,
  id: string,
  { customerId, orderId }: { customerId: string; orderId: string | null },
  now: Date,
): Promise<PrescriptionRow> {
  const locked = await lockPrescription(tx, id);
  if (locked === null || locked.deletedAt !== null || locked.usedById !== null || locked.isWithdrawn)
    throw new Refusal('PRESCRIPTION_USED');
  if (isReservedByAnother(locked, customerId, now)) throw new Refusal('PRESCRIPTION_USED');
  const attached = await findOrderWithPrescription(tx, id);
  if ((attached?.id ?? null) !== orderId) throw new Refusal('PRESCRIPTION_USED');
  const reservedUntil = new Date(now.getTime() + RESERVED_MS);
  await changePrescription(tx, id, { reservedById: customerId, reservedUntil });
  return locked;
}

/** Ends the customer's reservation. */
export async function releasePrescription(tx: Database, id: string, customerId: string): Promise<void> {
  const locked = await lockPrescription(tx, id);
  if (locked?.reservedById === customerId) {
    await changePrescription(tx, id, { reservedById: null, reservedUntil: null });
  }
}

/** Marks a prescription as used by a paid order and notifies the prescriber. Call `lockForClaim` first. */
export async function usePrescription(
  jobs: Jobs,
  tx: Database,
  id: string,
  order: { readonly id: string },
  now: Date,
): Promise<void> {
  if (!(await setUsed(tx, id, order.id, now))) throw new Error(`prescription ${id} was used without a lock`);
  const view = await findPrescription(tx, id);
  if (view?.author.type !== 'partnerDoctor') return;
  await notify(jobs, tx, now, [prescriptionUsed(view.prescription)]);
}

/**
 * Splits the lines of a prescription by what the customer leaves out.
 * @throws 422 INVALID on `path` for a medicine that is not in the prescription, or when none remains
 */
export function splitChosen<Line extends { readonly medicationId: string }>(
  lines: readonly Line[],
  unwanted: readonly string[],
  path: string,
): SplitLines<Line> {
  const split = splitLines(lines, unwanted);
  const known = new Set(split.leftOut.map(({ medicationId }) => medicationId));
  if (!unwanted.every((medicationId) => known.has(medicationId)))
    throw invalidField(path, 'Ce médicament n’est plus dans l’ordonnance');
  if (split.taken.length === 0) throw invalidField(path, 'Gardez au moins un médicament');
  return split;
}

interface PricedToday {
  readonly items: ShownItem[];
  /** The prescription cannot be ordered: a medicine was deleted, has no price, or waits for a check. */
  readonly problem: 'MEDICATION_UNAVAILABLE' | 'MEDICATION_NOT_PRICED' | 'MEDICATION_TO_REVIEW' | null;
}

/**
 * Prices a prescription: frozen for 30 days, then by the catalogue (rule 2). A medicine that was deleted from the catalogue
 * (for example after a recall) cannot be ordered, frozen or not (rule 3). A medicine on prescription only, prescribed by someone who
 * is not verified, waits until an in-house pharmacist has approved the prescription (rule 39).
 */
export async function priceToday(db: Database, view: PrescriptionView, now: Date): Promise<PricedToday> {
  const { prescription, author, items } = view;
  const isFrozen = pricesAreValid(prescription.pricedAt, now);
  const isUnchecked = !isVerified(author) && prescription.checkedAt === null;
  const rows = await findNamedMedications(
    db,
    items.map((item) => item.medicationId),
    [],
  );
  let problem: PricedToday['problem'] = null;
  const priced = items.map((item) => {
    const medication = rows.find((row) => row.id === item.medicationId);
    if (medication === undefined || medication.deletedAt !== null) {
      problem = 'MEDICATION_UNAVAILABLE';
      return { ...item, review: 'unavailable' as const };
    }
    const awaitsCheck = isUnchecked && medication.requiresPrescription;
    if (awaitsCheck || medication.awaitsReview || item.review === 'waiting') {
      problem ??= 'MEDICATION_TO_REVIEW';
      return { ...item, price: 0, review: 'waiting' as const };
    }
    if (isFrozen && item.price > 0) return item;
    if (medication.price > 0) return { ...item, price: medication.price };
    problem ??= 'MEDICATION_NOT_PRICED';
    return item;
  });
  return { items: priced, problem };
}

/**
 * Prices a prescription that is to be paid or attached to an order, and returns its lines as orders copy them.
 * @throws 409 with the problem that priceToday finds
 */
export async function priceOrRefuse(
  ctx: Ctx,
  view: PrescriptionView,
  now: Date,
): Promise<PrescriptionItem[]> {
  const { items, problem } = await priceToday(ctx.db, view, now);
  if (problem === 'MEDICATION_TO_REVIEW')
    throw await refuseWaiting(ctx, waitingOf(items), view.prescription.id);
  if (problem !== null) throw new Refusal(problem);
  return items.map(({ form: _, review: __, ...item }) => item);
}
