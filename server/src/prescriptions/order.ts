import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { type Choice, type SplitLines, splitLines } from '@amasin/domain/orders/split-lines.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import { isUsedUp, prescribedBoxes } from '@amasin/domain/prescriptions/line.ts';
import { pricesAreValid } from '@amasin/domain/prescriptions/prescription.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { SQL } from 'drizzle-orm';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PrescriptionRow } from '../database/schema/prescriptions.ts';
import { findNamedMedications } from '../medications/queries.ts';
import { notify } from '../notifications/notify.ts';
import type { Jobs } from '../ports/jobs.ts';
import { invalidField, medicineRecalled, Refusal } from '../refusal.ts';
import type { Seen } from '../scopes/seen.ts';
import { guardGuesses } from '../session/limits.ts';
import { refuseWaiting, waitingOf } from './await-review.ts';
import { linesOf, offeredOf } from './lives.ts';
import { prescriptionUsed } from './notices.ts';
import { isVerified, presentLeftOut } from './present.ts';
import {
  findAttachedOrder,
  findByNumber,
  findPrescription,
  type PrescriptionItem,
  type PrescriptionView,
  type ShownItem,
} from './queries.ts';
import {
  changePrescription,
  lockPrescription,
  type NewPrescriptionItem,
  renewReader,
  replaceItems,
  unreserved,
} from './write-queries.ts';

interface Orderable {
  readonly items: FrozenOrder['items'];
  readonly leftOut: NonNullable<FrozenOrder['leftOut']>;
  readonly prescription: NonNullable<FrozenOrder['prescription']>;
}

/**
 * Finds a prescription of which something can be ordered, by its whole number; an unknown one counts as a guess.
 * @returns null for an unknown, used, attached or withdrawn one
 * @throws 409 PRESCRIPTION_EXPIRED when the validity of what remains has ended; 429 TOO_MANY_TRIES after ten misses in an hour
 */
export async function lookUp(ctx: Ctx, number: string, scope?: SQL): Promise<Seen<PrescriptionView> | null> {
  const view = await guardGuesses(ctx, (tx) => findByNumber(tx, number, scope));
  if (view !== null && offeredOf(view, ctx.clock.now()).length === 0)
    throw new Refusal('PRESCRIPTION_EXPIRED');
  return view;
}

/**
 * Finds what can be ordered of a prescription by its number, at current prices, without what the customer leaves out.
 * @param path the path of the choice in the body, for the fields of a 422
 * @throws 409 PRESCRIPTION_USED, the same for an unknown, partial, used or reserved number, and when only what is left out remains;
 * MEDICATION_UNAVAILABLE, MEDICATION_NOT_PRICED, MEDICATION_TO_REVIEW; what splitChosen and lookUp throw
 */
export async function findOrderable(
  ctx: Ctx,
  {
    prescriptionNumber: code,
    leftOut: unwanted = [],
    quantities,
  }: {
    prescriptionNumber: string;
    leftOut?: readonly string[] | undefined;
    quantities?: Choice['quantities'];
  },
  path: string,
): Promise<Orderable> {
  const number = readPrescriptionNumber(code);
  const view = number && (await lookUp(ctx, number));
  const now = ctx.clock.now();
  if (!view || isReservedByAnother(view.prescription, ctx.actor._id, now)) {
    throw new Refusal('PRESCRIPTION_USED');
  }
  const { id, number: prescriptionNumber, version } = view.prescription;
  const choice = { leftOut: unwanted, quantities };
  const { taken, leftOut } = splitChosen(view, offeredOf(view, now), choice, path);
  // A line that is left out may no longer be sold.
  const items = await priceOrRefuse(ctx, view, taken, now);
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
  /** What is paid of it. */
  readonly lines: readonly Boxes[];
  readonly now: Date;
}

interface Boxes {
  readonly medicationId: string;
  readonly quantity: number;
}

/**
 * Locks a prescription until the transaction ends, before `usePrescription` (rule 19).
 * @returns false when it was used, edited, deleted, withdrawn, attached or reserved by another customer since the payment was opened, or
 * less remains than is paid; an end of its validity since then does not matter
 */
export async function lockForClaim(
  tx: Database,
  { id, version, customerId, orderId, lines, now }: Claim,
): Promise<boolean> {
  const locked = await lockPrescription(tx, id);
  if (
    locked === null ||
    locked.usedAt !== null ||
    locked.deletedAt !== null ||
    locked.isWithdrawn ||
    locked.version !== version ||
    isReservedByAnother(locked, customerId, now) ||
    ((await findAttachedOrder(tx, id))?.id ?? null) !== orderId
  )
    return false;
  return covers(tx, id, lines, (view) =>
    linesOf(view, now).map(({ medicationId, life }) => ({ medicationId, quantity: life.remaining })),
  );
}

/** Whether a locked prescription still has these boxes, among those that `countOf` finds. */
async function covers(
  tx: Database,
  id: string,
  lines: readonly Boxes[],
  countOf: (view: PrescriptionView) => readonly Boxes[],
): Promise<boolean> {
  const view = await findPrescription(tx, id);
  if (view === null) return false;
  const there = sumBoxes(countOf(view));
  return [...sumBoxes(lines)].every(([medicationId, boxes]) => boxes <= (there.get(medicationId) ?? 0));
}

/** The boxes of each medicine. */
export function sumBoxes(lines: readonly Boxes[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { medicationId, quantity } of lines)
    sums.set(medicationId, (sums.get(medicationId) ?? 0) + quantity);
  return sums;
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
 * @throws 409 PRESCRIPTION_USED when it is used, deleted, withdrawn, attached to another order or reserved by another customer, or these
 * lines are not offered any more
 */
export async function reservePrescription(
  tx: Database,
  id: string,
  { customerId, orderId, lines }: { customerId: string; orderId: string | null; lines: readonly Boxes[] },
  now: Date,
): Promise<PrescriptionRow> {
  const locked = await lockPrescription(tx, id);
  if (locked === null || locked.deletedAt !== null || locked.usedAt !== null || locked.isWithdrawn)
    throw new Refusal('PRESCRIPTION_USED');
  if (isReservedByAnother(locked, customerId, now)) throw new Refusal('PRESCRIPTION_USED');
  const attached = await findAttachedOrder(tx, id);
  if ((attached?.id ?? null) !== orderId) throw new Refusal('PRESCRIPTION_USED');
  if (!(await isOffered(tx, id, lines, now))) throw new Refusal('PRESCRIPTION_USED');
  const reservedUntil = new Date(now.getTime() + RESERVED_MS);
  await changePrescription(tx, id, { reservedById: customerId, reservedUntil });
  return locked;
}

/** Whether these boxes can be ordered of a locked prescription. */
export const isOffered = (tx: Database, id: string, lines: readonly Boxes[], now: Date): Promise<boolean> =>
  covers(tx, id, lines, (view) => offeredOf(view, now));

/** Ends the customer's reservation. */
export async function releasePrescription(tx: Database, id: string, customerId: string): Promise<void> {
  const locked = await lockPrescription(tx, id);
  if (locked?.reservedById === customerId) {
    await changePrescription(tx, id, { reservedById: null, reservedUntil: null });
  }
}

const livesOf = (view: PrescriptionView, now: Date) => linesOf(view, now).map(({ life }) => life);

/** Marks what a paid order took of a prescription and notifies the prescriber. Call `lockForClaim` first. */
export async function usePrescription(
  jobs: Jobs,
  tx: Database,
  id: string,
  order: { readonly id: string },
  now: Date,
): Promise<void> {
  const view = await settleUse(tx, id, { now, orderId: order.id });
  if (view.author.type !== 'partnerDoctor') return;
  await notify(jobs, tx, now, [prescriptionUsed(view.prescription, isUsedUp(livesOf(view, now)))]);
}

/** Marks what came back to a prescription: an order that has it was cancelled, or lines of it were given back. */
export async function returnToPrescription(tx: Database, id: string, now: Date): Promise<void> {
  await settleUse(tx, id, { now, orderId: null });
  await renewReader(tx, id);
}

/**
 * Says whether a locked prescription is used up, by what its paid orders have taken (rule 52).
 * @param orderId the order that took something; null when something came back, which opens a prescription again, unless its prescriber
 * has stopped it or the validity of every line has ended
 */
export async function settleUse(
  tx: Database,
  id: string,
  { now, orderId }: { now: Date; orderId: string | null },
): Promise<PrescriptionView> {
  const found = await findPrescription(tx, id);
  if (found === null) throw new Error(`prescription ${id} does not exist`);
  const reopens = orderId === null && found.prescription.closing !== 'withdrawn';
  const view = reopens ? { ...found, prescription: { ...found.prescription, closing: null } } : found;
  // What comes back leaves the portal open in which somebody pays for the rest.
  await changePrescription(tx, id, { ...useOf(view, { now, orderId }), ...(orderId !== null && unreserved) });
  return view;
}

function useOf(
  view: PrescriptionView,
  { now, orderId }: { now: Date; orderId: string | null },
): Pick<PrescriptionRow, 'usedAt' | 'usedById' | 'closing'> {
  const { usedAt, usedById, closing } = view.prescription;
  const lives = livesOf(view, now);
  if (!isUsedUp(lives)) return { usedAt: null, usedById: null, closing: null };
  if (lives.every(({ state }) => state === 'served'))
    return { usedAt: usedAt ?? now, usedById: orderId ?? usedById, closing: null };
  return { usedAt: usedAt ?? now, usedById: null, closing: closing ?? 'expired' };
}

/**
 * Splits the lines that a prescription offers by what the customer takes.
 * @throws 422 INVALID on `path` for a medicine that is not in the prescription, a part of a line that may not be split, or when none is
 * taken; 409 PRESCRIPTION_USED when all that is taken was given before, PRESCRIPTION_EXPIRED when it is not given any more
 */
export function splitChosen<Line extends Boxes & { readonly maySplit: boolean }>(
  { items }: Pick<PrescriptionView, 'items'>,
  offered: readonly Line[],
  choice: Choice,
  path: string,
): SplitLines<Line> {
  const { leftOut, quantities = [] } = choice;
  const isKnown = (medicationId: string) => items.some((item) => item.medicationId === medicationId);
  if (![...leftOut, ...quantities.map(({ medicationId }) => medicationId)].every(isKnown))
    throw invalidField(path, 'Ce médicament n’est plus dans l’ordonnance');
  const split = splitLines(offered, choice);
  if (split.leftOut.some((line) => !line.maySplit && line.quantity < (offered[line.position]?.quantity ?? 0)))
    throw invalidField(path, 'Ce médicament se prend en entier');
  if (split.taken.length > 0) return split;
  const wanted = items.filter(({ medicationId }) => !leftOut.includes(medicationId));
  if (wanted.length === 0) throw invalidField(path, 'Gardez au moins un médicament');
  const remains = wanted.some((item) => item.given.boxes < prescribedBoxes(item));
  throw new Refusal(remains ? 'PRESCRIPTION_EXPIRED' : 'PRESCRIPTION_USED');
}

/** Rewrites a locked prescription at the prices of these lines, which are valid for another 30 days. */
export async function renewPrices(
  tx: Database,
  locked: PrescriptionRow,
  { items }: Pick<PrescriptionView, 'items'>,
  priced: readonly { readonly medicationId: string; readonly price: number }[],
  now: Date,
): Promise<void> {
  const prices = new Map(priced.map(({ medicationId, price }) => [medicationId, price]));
  const lines = items.map(
    ({ given: _, form: __, review: ___, ...item }): NewPrescriptionItem => ({
      ...item,
      price: prices.get(item.medicationId) ?? item.price,
    }),
  );
  await replaceItems(tx, locked, lines, now);
}

interface PricedToday<Line> {
  readonly items: Line[];
  /** The prescription cannot be ordered: a medicine was deleted, is recalled, has no price, or waits for a check. */
  readonly problem:
    | 'MEDICATION_UNAVAILABLE'
    | 'MEDICINE_RECALLED'
    | 'MEDICATION_NOT_PRICED'
    | 'MEDICATION_TO_REVIEW'
    | null;
}

/**
 * Prices lines of a prescription: frozen for 30 days, then by the catalogue (rule 2). A medicine that was deleted from the catalogue
 * (for example after a recall) cannot be ordered, frozen or not (rule 3). A medicine on prescription only, prescribed by someone who
 * is not verified, waits until an in-house pharmacist has approved the prescription (rule 39).
 */
export async function priceToday<Line extends ShownItem>(
  db: Database,
  { prescription, author }: PrescriptionView,
  items: readonly Line[],
  now: Date,
): Promise<PricedToday<Line>> {
  const isFrozen = pricesAreValid(prescription.pricedAt, now);
  const isUnchecked = !isVerified(author) && prescription.checkedAt === null;
  const rows = await findNamedMedications(
    db,
    items.map((item) => item.medicationId),
    [],
  );
  let problem: PricedToday<Line>['problem'] = null;
  const priced = items.map((item) => {
    const medication = rows.find((row) => row.id === item.medicationId);
    if (medication === undefined || medication.deletedAt !== null) {
      problem = 'MEDICATION_UNAVAILABLE';
      return { ...item, review: 'unavailable' as const };
    }
    if (medication.recalled) {
      problem ??= 'MEDICINE_RECALLED';
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
 * Prices lines of a prescription that are to be paid or attached to an order, and returns them as orders copy them.
 * @throws 409 with the problem that priceToday finds
 */
export async function priceOrRefuse(
  ctx: Ctx,
  view: PrescriptionView,
  lines: readonly ShownItem[],
  now: Date,
): Promise<PrescriptionItem[]> {
  const { items, problem } = await priceToday(ctx.db, view, lines, now);
  if (problem === 'MEDICATION_TO_REVIEW')
    throw await refuseWaiting(ctx, waitingOf(items), view.prescription.id);
  if (problem === 'MEDICINE_RECALLED')
    throw medicineRecalled(items.find(({ review }) => review === 'unavailable')?.label ?? '');
  if (problem !== null) throw new Refusal(problem);
  return items.map(({ medicationId, label, quantity, price, posology, duration }) => ({
    medicationId,
    label,
    quantity,
    price,
    posology,
    duration,
  }));
}
