import { z } from 'zod';
import { fcfa } from '../contract/amount.ts';
import { id, moment } from '../contract/text.ts';
import { inquiryStates, lineAnswers } from '../inquiries/inquiry.ts';
import { medicationForms } from '../medications/form.ts';
import { person } from '../users/user.ts';
import { handoverAsks, unprovenReasons } from './handover.ts';
import { orderActions, orderStates } from './lifecycle.ts';
import {
  cancelDeclines,
  cancelReasons,
  cancelRequestReasons,
  eventReasons,
  orderProblems,
  photoProblems,
  returnReasons,
} from './reasons.ts';
import { givenBack, refundSummary } from './refund.ts';
import { substitutionStates } from './substitution.ts';

/**
 * Says why a medicine of a prescription or an order is not simply in the catalogue.
 * - `waiting`: a prescriber added it and typed its price (rule 20), or it is on prescription only and its prescriber is not verified
 *   (rule 39); it counts as 0 and cannot be paid
 * - `refused`: it waited and was refused
 * - `unchecked`: it is used before a supervisor has looked; only in-house staff read this (rule 20)
 * - `unavailable`: it has left the catalogue and cannot be ordered (rule 3); only the answer to a code says this
 */
export const itemReviews = ['waiting', 'refused', 'unchecked', 'unavailable'] as const;

export type ItemReview = (typeof itemReviews)[number];

export const orderItem = z.object({
  medicationId: id,
  label: z.string(),
  quantity: z.int(),
  price: fcfa,
  /** How to take it and for how long; absent when the prescriber wrote nothing. */
  posology: z.string().optional(),
  duration: z.string().optional(),
  /** Absent in drafts. */
  form: z.enum(medicationForms).optional(),
  /** Absent when nothing has to be checked. */
  review: z.enum(itemReviews).optional(),
});

export type OrderItem = z.output<typeof orderItem>;

/** A line of an order. */
export const orderLine = orderItem.extend({
  /** How many of them are given back, which are neither prepared nor delivered any more; absent for none. */
  givenBack: z.int().optional(),
  /** Absent unless it is given instead of what was ordered (rule 53). */
  substituted: z
    .object({
      /** The medicine that was ordered; `price` of the line is what was paid for a box of it. */
      label: z.string(),
      /** Price of a box of the medicine given instead, FCFA. */
      price: fcfa,
      /** FCFA given back for the line so far, price differences included. */
      returned: fcfa,
    })
    .optional(),
  /** For its pharmacy and those who supervise: the batch and the last day of its boxes, as the pharmacy wrote them; absent where it did not. */
  batch: z.string().optional(),
  expiresOn: z.string().optional(),
});

export type OrderLine = z.output<typeof orderLine>;

/** A line of a prescription that the customer does not take, and its index among all lines of the prescription. */
export const leftOutItem = orderItem.extend({ position: z.int() });

export type LeftOutItem = z.output<typeof leftOutItem>;

/** The prescription of an order; `_id` is null for an order without prescription. */
export const orderPrescription = z.object({
  _id: id.nullable(),
  type: z.enum(['numerical', 'physical']),
  prescriptionNumber: z.string().nullable(),
  items: z.array(
    // What the insurance covers of the line, FCFA; the lines add up to the reduction. Absent without a card.
    orderLine.extend({ covered: fcfa.optional() }),
  ),
  prescriptorName: z.string().nullable(),
  verified: z.boolean(),
});

export const orderInsuranceCard = z.object({
  _id: id,
  label: z.string().nullable(),
  taux: z.int(),
  url: z.string(),
  verified: z.boolean(),
  /** It has to be checked before the order can be paid with it; absent otherwise. */
  awaited: z.literal(true).optional(),
});

export type OrderInsuranceCard = z.output<typeof orderInsuranceCard>;

/** Another medicine that is proposed for a line of a paid order, to its customer, its pharmacy and supervisors. */
export const orderSubstitution = z.object({
  _id: id,
  state: z.enum(substitutionStates),
  medicationId: id,
  /** The medicine that lacks, and its price a box, FCFA. */
  label: z.string(),
  price: fcfa,
  /** The medicine proposed instead, at the price asked for it, FCFA. */
  proposed: z.object({ medicationId: id, label: z.string(), form: z.enum(medicationForms), price: fcfa }),
  quantity: z.int(),
  /** What goes back to the customer when she agrees. */
  back: fcfa,
  /** It has the same substances, strength, form and route. */
  isEquivalent: z.boolean(),
  /** By when somebody has to answer. */
  until: moment,
  /** What the prescriber named instead; absent for nothing. */
  named: z.object({ medicationId: id, label: z.string() }).optional(),
});

export type OrderSubstitution = z.output<typeof orderSubstitution>;

/** A medicine that a pharmacy may propose, and the price at which it gives a box, FCFA: never more than was paid. */
export const equivalent = z.object({
  _id: id,
  label: z.string(),
  form: z.enum(medicationForms),
  price: fcfa,
});

export type Equivalent = z.output<typeof equivalent>;

const compared = z.object({
  label: z.string(),
  form: z.enum(medicationForms),
  substances: z.string().nullable(),
  dosage: z.string().nullable(),
});

/** A proposal that an in-house pharmacist or the prescriber of the line decides about. */
export const substitutionToAnswer = z.object({
  _id: id,
  orderNumber: z.string(),
  pharmacy: z.string(),
  prescribed: compared,
  proposed: compared,
  quantity: z.int(),
  posology: z.string().optional(),
  duration: z.string().optional(),
  proposedAt: moment,
  /** By when they have to answer. */
  until: moment,
  /** For its prescriber only. */
  prescription: z.object({ number: z.string(), patientName: z.string() }).optional(),
});

export type SubstitutionToAnswer = z.output<typeof substitutionToAnswer>;

/**
 * What pharmacies say of an unpaid order, to its customer and supervisors (rule 64).
 * - `asking`: somebody is asked
 * - `offered`: nobody is asked any more, and an answer is kept
 * - `agreed`: what the order has now is kept: it can be paid
 * - `nothing`: nobody is asked, and nothing is kept
 */
export const orderInquiry = z.object({
  state: z.enum(['asking', 'offered', 'agreed', 'nothing']),
  /** It can be paid without an answer. */
  mayPayNow: z.boolean(),
  /** Who is asked, who answered first above; those of earlier rounds are left out. */
  pharmacies: z.array(
    z.object({
      _id: id,
      name: z.string(),
      state: z.enum(inquiryStates),
      askedAt: moment,
      answeredAt: moment.nullable(),
      /** Null unless its boxes are kept, or nobody had to look. */
      heldUntil: moment.nullable(),
      lines: z.array(
        z.object({
          medicationId: id,
          label: z.string(),
          quantity: z.int(),
          price: fcfa,
          answer: z.enum(lineAnswers).nullable(),
          offered: z.object({ label: z.string(), price: fcfa }).optional(),
          note: z.string().optional(),
        }),
      ),
      /** What the order costs with what is there, FCFA; null while there is no answer to take. */
      total: fcfa.nullable(),
      /** The order has what this answer has, at its prices. */
      isAgreed: z.boolean(),
    }),
  ),
});

export type OrderInquiry = z.output<typeof orderInquiry>;

/** An order, alone or in a list. Amounts are whole FCFA; `totalAmount` is null until there are items. */
export const order = z.object({
  _id: id,
  number: z.string(),
  date: moment,
  /** Null until it is paid. */
  paidAt: moment.nullable(),
  /** By when it was promised to be delivered; null until it is paid. */
  promisedAt: moment.nullable(),
  /** When it is usually delivered in its zone, at the latest `promisedAt`; null until it is paid, and once it is delivered. */
  expectedAt: moment.nullable(),
  state: z.enum(orderStates),
  /** When its pharmacy finished preparing it; null before. */
  readyAt: moment.nullable(),
  /** Null for an order that is not cancelled. */
  cancelReason: z.enum(cancelReasons).nullable(),
  customer: person,
  pharmacy: person.nullable(),
  /** The one that the customer wishes for; for supervisors only. */
  wishedPharmacy: z.object({ _id: id, name: z.string() }).nullable().optional(),
  deliveryPerson: person.nullable(),
  agent: person.nullable(),
  deliveryZone: z.string(),
  /** Town of the delivery zone. */
  deliveryTown: z.string(),
  deliveryAddress: z.string(),
  // Delivery persons do not receive the next five fields.
  prescription: orderPrescription.nullable().optional(),
  /** Lines of the prescription that the customer does not take; a pharmacy does not receive them either. */
  leftOut: z.array(leftOutItem).optional(),
  prescriptionUrl: z.string().nullable().optional(),
  /** Why its photograph cannot be read, until the customer sends another. */
  photoProblem: z.enum(photoProblems).nullable().optional(),
  insuranceCard: orderInsuranceCard.nullable().optional(),
  itemsCount: z.int(),
  medicinesAmount: fcfa.nullable(),
  deliveryFee: fcfa,
  commission: fcfa.nullable(),
  insuranceReduction: fcfa.nullable(),
  totalAmount: fcfa.nullable(),
  finalAmount: fcfa,
  /** For the courier only: where the pharmacy is. */
  pickup: z
    .object({
      address: z.string().nullable(),
      position: z.object({ lat: z.number(), lng: z.number() }).nullable(),
    })
    .nullable()
    .optional(),
  // For the courier only, before he takes it.
  /** Boxes of its medicines. */
  boxes: z.int().optional(),
  /** Metres from the pharmacy to the zone as the crow flies; null while one of them has no position. */
  metres: z.int().nullable().optional(),
  /** For the courier only: what he is asked for when he hands it over; null when nothing is. */
  handoverAsks: z.enum(handoverAsks).nullable().optional(),
  /** For its customer only: the code that she gives the courier; null unless it is on its way. */
  handoverCode: z.string().nullable().optional(),
  /** For supervisors: whether the code proved its handover, or why there was none; null before, and where no code was asked. */
  handover: z
    .object({
      proven: z.boolean(),
      reason: z.enum(unprovenReasons).nullable(),
      /** The key of its photograph. */
      photo: z.string().nullable(),
    })
    .nullable()
    .optional(),
  /** For its courier, its customer and supervisors: since when the courier waits at the door, and after how many minutes he has waited enough. */
  waiting: z.object({ since: moment.nullable(), minutes: z.int() }).nullable().optional(),
  /**
   * For supervisors, and the courier or the pharmacy that reported it: why it cannot be delivered or prepared, until it is
   * solved. Its customer reads it without the note.
   */
  problem: z
    .object({
      reason: z.enum(orderProblems),
      note: z.string().nullable(),
      at: moment,
      /** For supervisors and the pharmacy that named it: the line. */
      medicationId: id.optional(),
    })
    .nullable()
    .optional(),
  /** For its customer and supervisors, alone and not in a list: what pharmacies say of it before it is paid; absent where none is asked. */
  inquiry: orderInquiry.optional(),
  /** For its customer, its pharmacy and supervisors, while the problem is open: the last medicine that was proposed instead. */
  substitution: orderSubstitution.nullable().optional(),
  /**
   * For its customer, supervisors, its pharmacy and its courier: why it was brought back, until its next departure. `heldBy`: the
   * courier who still has the medicines, which the customer is not told; null when they are at the pharmacy.
   */
  broughtBack: z
    .object({ reason: z.enum(returnReasons), at: moment, heldBy: person.nullable() })
    .nullable()
    .optional(),
  /** For its pharmacy only: it has not opened the order yet. */
  isNew: z.boolean().optional(),
  // For the customer and supervisors only.
  /** The customer has asked to cancel it once paid; `declined`: why it is not cancelled. */
  cancelRequest: z
    .object({
      reason: z.enum(cancelRequestReasons),
      at: moment,
      declined: z.enum(cancelDeclines).nullable(),
    })
    .nullable()
    .optional(),
  /** For supervisors only: what they added to the reason when they cancelled it once paid. */
  cancelNote: z.string().nullable().optional(),
  /** Null unless the order was cancelled once paid. */
  refund: refundSummary.nullable().optional(),
  /** What was given back of it by lines, the first first; absent for nothing. */
  givenBack: z.array(givenBack).optional(),
  transactionId: z.string().nullable().optional(),
  allowedActions: z.array(z.enum(orderActions)),
});

export type Order = z.output<typeof order>;

/** A person who can be assigned to an order. */
export const orderCandidate = z.object({
  _id: id,
  name: z.string(),
  phone: z.string(),
  /** Orders in hand: to prepare, to deliver or to read. */
  openOrders: z.int(),
  /** Distance from the order's zone; null for a person without a position, or a zone without pharmacies. */
  metres: z.int().nullable(),
  /** Null for a person who is not a pharmacy. */
  onDuty: z.boolean().nullable(),
  /** The authorisation of a pharmacy has ended (decision 68). */
  licenceEnded: z.boolean().optional(),
  /** Usual time between the assignment of a pharmacy and the departure of the courier; null without earlier orders. */
  minutesToReady: z.int().nullable(),
  /** A courier's last delivery. */
  lastStop: z.object({ zone: z.string(), at: moment }).nullable(),
  /** Orders of the last 30 days that a courier handed over without their code; null for others. */
  unproven: z.int().nullable(),
  /** What the believed list of a pharmacy says of the order; null when it names none of its medicines. */
  stock: z.object({ seenAt: moment, lacks: z.array(z.string()), has: z.int(), unknown: z.int() }).nullable(),
});

export type OrderCandidate = z.output<typeof orderCandidate>;

export const timelineLine = z.object({
  at: moment,
  actor: z.object({ name: z.string(), type: z.string() }),
  action: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Why the person was replaced, or the order brought back; null for other events. */
  reason: z.enum(eventReasons).nullable(),
});

/** Formats an order number: `CMD-` and at least six digits. */
export function orderNumber(sequence: number): string {
  return `CMD-${String(sequence).padStart(6, '0')}`;
}
