import { z } from 'zod';
import { fcfaSum } from '../contract/amount.ts';
import { id, moment, nameText, plainText } from '../contract/text.ts';
import { DAY_MS } from '../contract/time.ts';
import { prescribedItems } from '../orders/draft.ts';
import { orderItem } from '../orders/order.ts';
import { fixedReasons } from '../orders/substitution.ts';
import { phone } from '../users/contact.ts';
import { closings } from './line.ts';

/** A line of a prescription, and what has become of it (rules 52 and 54). */
export const prescriptionLine = orderItem.extend({
  /** How often it is given again: after this time, or from the next one on once this time is complete; absent for never. */
  repeats: z.int().optional(),
  repeatDays: z.int().optional(),
  /** From which day on the next repeat is due; absent when none is. */
  dueFrom: z.string().optional(),
  /** From this day on it is no longer given; absent in prescriptions that have no end. */
  deliverBefore: z.string().optional(),
  /** The customer may take fewer boxes; absent when not. */
  maySplit: z.literal(true).optional(),
  /** Why no other medicine may be given instead; absent when one may. */
  fixedReason: z.enum(fixedReasons).optional(),
  /** Boxes that orders took, all times together; absent for none. */
  given: z.int().optional(),
  /** Boxes that were prescribed, all times together, and not given; absent where that is the quantity. */
  remaining: z.int().optional(),
});

export type PrescriptionLine = z.output<typeof prescriptionLine>;

/** `numerical`: written in the product; `physical`: a photograph of a paper one. */
export const prescriptionTypes = ['numerical', 'physical'] as const;

/** The patient's age, by the month: 130 years at most. */
export const AGE_MONTHS_MAX = 130 * 12;

/** A prescription. `total` is Σ price × quantity in FCFA; phone numbers only for readers who may see them. */
export const prescription = z.object({
  _id: id,
  type: z.enum(prescriptionTypes),
  prescriptionNumber: z.string(),
  /** Masked for a customer whose phone number is not the patient's. */
  patientName: z.string(),
  patientPhone: z.string().optional(),
  /** The patient's age in months when it was written, for its author and those who work on it; absent when it was not. */
  patientMonths: z.int().optional(),
  prescriptorName: z.string(),
  prescriptorPhone: z.string().optional(),
  /** All lines as they were prescribed; of one that is found by its number, those that can be ordered, with that many boxes. */
  items: z.array(prescriptionLine),
  /** Key of the file; null if there is none or the reader may not see it. */
  url: z.string().nullable(),
  /** Whether nothing of it can be ordered any more. */
  used: z.boolean(),
  /** Why, when something of it remains; absent otherwise. */
  closing: z.enum(closings).optional(),
  /** The order that took what remained, for supervisors, in-house pharmacists and the order's customer; null for others. */
  usedBy: id.nullable(),
  /** Whether the prescriber has been verified (rule 23). */
  verified: z.boolean(),
  createdAt: moment,
  total: fcfaSum,
});

export type Prescription = z.output<typeof prescription>;

/** A prescription of a prescriber who is not verified, with a medicine on prescription only (rule 39). */
export const prescriptionToCheck = prescription.extend({ askedAt: moment });

export type PrescriptionToCheck = z.output<typeof prescriptionToCheck>;

/** Body of POST /prescriptions/{id}/check: the decision of the pharmacist about the prescription that they read. */
export const prescriptionCheck = z.object({
  decision: z.enum(['approve', 'refuse'], { error: 'Indiquez si vous approuvez ou refusez' }),
  /** The `askedAt` that was read: an edit since then asks for another check. */
  askedAt: moment,
});

const patientName = nameText('Nom du patient requis', 120);
const patientPhone = phone('Téléphone du patient requis');
const AGE_INVALID = 'Âge invalide';
const patientMonths = z
  .int({ error: AGE_INVALID })
  .min(0, AGE_INVALID)
  .max(AGE_MONTHS_MAX, AGE_INVALID)
  .nullish();
const items = prescribedItems('Ajouter au moins un médicament');
const url = plainText(300).nullish();

/** Body of POST /prescriptions. The prescriber is always the caller. */
export const newPrescription = z.object({
  type: z.enum(prescriptionTypes, { error: 'Type d’ordonnance inconnu' }).default('numerical'),
  /** The client's own number, stored as the author's reference. The server assigns the real number (rule 17). */
  prescriptionNumber: plainText(60).nullish(),
  patientName,
  patientPhone,
  patientMonths,
  items,
  url,
});

/** Body of PUT /prescriptions/{id}: missing fields are unchanged. Agents and supervisors can change only the items. */
export const prescriptionChange = z.object({
  patientName: patientName.optional(),
  patientPhone: patientPhone.optional(),
  patientMonths,
  items: items.optional(),
  url,
});

/** How long the prices of a prescription are valid after it was written or last edited, days (rule 2). */
export const PRICE_VALIDITY_DAYS = 30;

/** Whether prices frozen at `pricedAt` are still valid at `now`. */
export function pricesAreValid(pricedAt: Date, now: Date): boolean {
  return now.getTime() - pricedAt.getTime() <= PRICE_VALIDITY_DAYS * DAY_MS;
}
