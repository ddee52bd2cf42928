import { writtenInstructions } from '@amasin/domain/medications/instructions.ts';
import type { MedicineToReview } from '@amasin/domain/medications/review.ts';
import type { LeftOutItem, OrderItem } from '@amasin/domain/orders/order.ts';
import { prescribedBoxes } from '@amasin/domain/prescriptions/line.ts';
import type { Prescription, PrescriptionLine } from '@amasin/domain/prescriptions/prescription.ts';
import { maskName } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Actor, Ctx } from '../ctx.ts';
import type { Seen } from '../scopes/seen.ts';
import { type LivingLine, linesOf } from './lives.ts';
import type { PrescriptionItem, PrescriptionView, ShownItem } from './queries.ts';
import type { findToReview } from './review-queries.ts';

/** Only health professionals, who sign up themselves, have to be verified (rule 23). */
export function isVerified(author: { type: string; verified: boolean }): boolean {
  return author.type !== 'partnerDoctor' || author.verified;
}

/** The customer whom a prescription concerns: who orders with it, else its patient. */
export const customerOf = ({ order, patientId }: PrescriptionView): string | null =>
  order?.customerId ?? patientId;

/**
 * An agent sees the patient's phone if an order with the prescription is or was assigned to them or, without any order, if they
 * wrote it. A prescription written for an order has the phone of its customer, even once that order is cancelled.
 */
export function hidesPhone(
  { prescription, agentsOfOrders }: PrescriptionView,
  reader: Pick<Actor, '_id' | 'type'>,
): boolean {
  if (reader.type !== 'agent') return false;
  return agentsOfOrders.length === 0
    ? prescription.authorId !== reader._id
    : !agentsOfOrders.includes(reader._id);
}

/**
 * An item of a prescription, or of an order.
 * @param seesUnchecked whether the reader also sees which medicines no supervisor has reviewed: in-house staff, who check them
 */
export function presentItem(
  { medicationId, label, quantity, price, form, review, ...written }: PrescriptionItem & Partial<ShownItem>,
  seesUnchecked = false,
): OrderItem {
  return {
    medicationId,
    label,
    quantity,
    price,
    ...writtenInstructions(written),
    ...(form !== undefined && { form }),
    ...(review && (seesUnchecked || review !== 'unchecked') && { review }),
  };
}

/** Whether this reader checks what others add to the catalogue (rule 20). */
export function checksMedicines({ type }: Pick<Actor, 'type'>): boolean {
  return type === 'agent' || type === 'supervisor' || type === 'superAdmin';
}

/** Presents a line that the customer does not take. The order stores it, so it does not say what may still be checked. */
export function presentLeftOut({
  position,
  ...item
}: PrescriptionItem & Partial<ShownItem> & { position: number }): LeftOutItem {
  return { ...presentItem({ ...item, review: null }), position };
}

/** A line with what has become of it; how much was given before is not for whoever has only the code. */
function presentLine(line: LivingLine, reader: Actor): PrescriptionLine {
  const { repeatDays, deliverBefore, maySplit, fixedReason, life } = line;
  const { given, remaining, repeatsLeft, dueFrom } = life;
  const isWhole = remaining === prescribedBoxes(line) && line.repeats === 0;
  return {
    ...presentItem(line, checksMedicines(reader)),
    ...(repeatsLeft > 0 && { repeats: repeatsLeft, ...(repeatDays !== null && { repeatDays }) }),
    ...(dueFrom !== null && { dueFrom }),
    ...(deliverBefore !== null && { deliverBefore }),
    ...(maySplit && { maySplit }),
    ...(fixedReason !== null && { fixedReason }),
    ...(given > 0 && reader.type !== 'customer' && { given }),
    ...(!isWhole && { remaining }),
  };
}

/**
 * Every field of a prescription that this reader receives (rule 18, authorization.csv 42).
 * @param lines the lines that are shown: all as they were prescribed, or those that can be ordered
 */
export function presentPrescription(
  view: Seen<PrescriptionView>,
  { actor: reader, clock }: Pick<Ctx, 'actor' | 'clock'>,
  lines: readonly LivingLine[] = linesOf(view, clock.now()),
): Prescription {
  const { prescription: row, author, patientId, order } = view;
  const isCustomer = reader.type === 'customer';
  const isStranger = isCustomer && reader._id !== patientId;
  const isTheirOrder = isCustomer && order?.customerId === reader._id;
  const seesUse = isTheirOrder || (!isCustomer && reader.type !== 'partnerDoctor');
  return {
    _id: row.id,
    type: row.type,
    prescriptionNumber: row.number,
    patientName: isStranger ? maskName(row.patientName) : row.patientName,
    ...(!isStranger && !hidesPhone(view, reader) && { patientPhone: row.patientPhone }),
    ...(!isCustomer && row.patientMonths !== null && { patientMonths: row.patientMonths }),
    prescriptorName: author.name,
    ...(!isCustomer && author.phone !== null && { prescriptorPhone: author.phone }),
    items: lines.map((line) => presentLine(line, reader)),
    url: isCustomer && !isTheirOrder ? null : row.url,
    used: row.usedAt !== null,
    ...(row.closing !== null && { closing: row.closing }),
    usedBy: seesUse ? row.usedById : null,
    verified: isVerified(author),
    createdAt: row.createdAt.toISOString(),
    total: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
  };
}

type Row = Awaited<ReturnType<typeof findToReview>>[number];

/** Presents a medicine whose price is to be checked, without anything about the patients. */
export function presentToReview({ medication, author, prescriptions, alike }: Row): MedicineToReview {
  return {
    _id: medication.id,
    label: medication.label,
    form: medication.form,
    price: medication.price,
    createdAt: medication.createdAt.toISOString(),
    author,
    askedAt: medication.reviewAskedAt?.toISOString() ?? null,
    prescriptions,
    alike,
  };
}
