import { HANDOVER_TRIES, unprovenReasons } from '@amasin/domain/orders/handover.ts';
import { orderStates } from '@amasin/domain/orders/lifecycle.ts';
import type { LeftOutItem } from '@amasin/domain/orders/order.ts';
import {
  cancelDeclines,
  cancelReasons,
  cancelRequestReasons,
  eventReasons,
  orderProblems,
  photoProblems,
  returnReasons,
  shortageReasons,
} from '@amasin/domain/orders/reasons.ts';
import { prescriberAnswers, substitutionStates } from '@amasin/domain/orders/substitution.ts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { fcfa, isBatch, latestFirst, moment, noteIf, oneOf, primaryId, reference } from './columns.ts';
import { files } from './files.ts';
import { itemColumns, medications } from './medications.ts';
import {
  isDelivered,
  isOpenSubstitution,
  isPromised,
  isRead,
  isReadPhotograph,
  isUnpaid,
  notEnded,
  supervisorRank,
  totalOf,
  waitsForSupervisor,
  waitsSince,
} from './order-conditions.ts';
import { zones } from './places.ts';
import { prescriptions } from './prescriptions.ts';
import { users } from './users.ts';

export const orderNumbers = pgSequence('order_numbers');
const person = (name: string) => reference(name, () => users.id);

/** An order. The checks repeat rules 1 and 7 to 9. */
export const orders = pgTable(
  'orders',
  {
    id: primaryId(),
    number: text('number').notNull(),
    state: text('state', { enum: orderStates }).notNull(),
    customerId: person('customer_id').notNull(),
    pharmacyId: person('pharmacy_id'),
    wishedPharmacyId: reference('wished_pharmacy_id', () => users.id, { onDelete: 'set null' }),
    deliveryPersonId: person('delivery_person_id'),
    agentId: person('agent_id'),
    itemsWrittenById: person('items_written_by_id'),
    zoneId: reference('zone_id', () => zones.id).notNull(),
    // Label and fee at the time of the quote: the zone may change or be deleted.
    zoneLabel: text('zone_label').notNull(),
    address: text('address').notNull(),
    prescriptionId: reference('prescription_id', () => prescriptions.id),
    prescriptionUrl: text('prescription_url').references(() => files.key),
    /** Why the photograph cannot be read, until the customer sends another. */
    photoProblem: text('photo_problem', { enum: photoProblems }),
    // The insurance card at the time of the order.
    cardId: uuid('card_id'),
    cardLabel: text('card_label'),
    cardRate: integer('card_rate'),
    cardUrl: text('card_url').references(() => files.key),
    cardVerified: boolean('card_verified').notNull().default(false),
    /** Its payment waits for the check of the card (rule 40), or for the insurer of a checked one (rule 60). */
    cardAwaited: boolean('card_awaited').notNull().default(false),
    /** What its card covers of the medicines; null: all of them. `excluded` says which lines it does not. */
    covered: fcfa('covered_fcfa'),
    /** The insurer's reference of its prior agreement. */
    agreement: text('insurer_agreement'),
    /** Lines of its prescription, or boxes of them, that the customer does not take; `order_items` has the others. */
    leftOut: jsonb('left_out').$type<LeftOutItem[]>().notNull().default([]),
    itemsCount: integer('items_count').notNull().default(0),
    deliveryFee: fcfa('delivery_fee_fcfa').notNull(),
    medicines: fcfa('medicines_fcfa'),
    commission: fcfa('commission_fcfa'),
    reduction: fcfa('reduction_fcfa'),
    total: fcfa('total_fcfa'),
    paid: fcfa('paid_fcfa').notNull().default(0),
    /** The payment of this order; unique, so that a payment pays one order. Its transaction is here for the lists, by the same foreign key. */
    paymentId: uuid('payment_id'),
    transactionId: text('transaction_id'),
    createdAt: moment('created_at').notNull(),
    // When it became `pending`; when its pharmacy had prepared it; when it became `ended`.
    paidAt: moment('paid_at'),
    readyAt: moment('ready_at'),
    endedAt: moment('ended_at'),
    /** Usual minutes from payment to delivery in its zone when it was paid; null after too few deliveries. */
    usualMinutes: integer('usual_minutes'),
    // Why its courier cannot deliver it, or its pharmacy not prepare it, until it is solved. The note may name people, so it is not in the timeline.
    problem: text('problem', { enum: orderProblems }),
    problemNote: text('problem_note'),
    problemAt: moment('problem_at'),
    /** The line that a shortage names; not bound to it, so that the release before this one serves this schema. */
    problemMedicationId: uuid('problem_medication_id'),
    // When and why a supervisor brought it back, and the courier who still has its medicines; null when they are at the pharmacy. Its
    // next departure clears them; they are not bound to a state, so that the release before this one serves this schema.
    broughtBackAt: moment('brought_back_at'),
    broughtBackReason: text('brought_back_reason', { enum: returnReasons }),
    heldById: person('held_by_id'),
    // Its customer gives the code to the courier: made at its departure, gone at its next move. The wrong ones that the courier typed
    // are counted once each. Whether it was handed over by the code, and why not; null where none was asked (rule 59).
    handoverCode: text('handover_code'),
    wrongCodes: text('wrong_codes').array().notNull().default([]),
    proven: boolean('proven'),
    unprovenReason: text('unproven_reason', { enum: unprovenReasons }),
    /** The photograph of a handover without a code, which only those who supervise open. */
    handoverPhoto: text('handover_photo').references(() => files.key),
    /** When its courier began to wait at the door; null again once it has moved, or has another courier. */
    waitingAt: moment('waiting_at'),
    /** When its pharmacy first opened it; null again once it was brought back, or given to another one. */
    openedAt: moment('opened_at'),
    /** When its customer was told that it is late. */
    lateToldAt: moment('late_told_at'),
    cancelReason: text('cancel_reason', { enum: cancelReasons }),
    /** Supervisors added this note when they cancelled it once paid. It may name people, so it is not in the timeline. */
    cancelNote: text('cancel_note'),
    // When and why its customer asked to cancel it once paid, and why a supervisor declined.
    cancelAskedAt: moment('cancel_asked_at'),
    cancelAskedReason: text('cancel_asked_reason', { enum: cancelRequestReasons }),
    cancelDeclined: text('cancel_declined', { enum: cancelDeclines }),
    /** Set when its retention ended, which erased its address and its medicines (decision 75). */
    erasedAt: moment('erased_at'),
  },
  (t) => [
    check('orders_state', oneOf(t.state, orderStates)),
    check('orders_rate', sql`${t.cardRate} between 5 and 100`),
    check(
      'orders_card',
      sql`(${t.cardId} is null) = (${t.cardRate} is null) and (${t.cardId} is null) = (${t.cardUrl} is null)`,
    ),
    check(
      'orders_amounts_together',
      sql`num_nulls(${t.medicines}, ${t.commission}, ${t.reduction}, ${t.total}) in (0, 4) and (${t.medicines} is null) = (${t.itemsCount} = 0)`,
    ),
    check(
      'orders_left_out',
      sql`jsonb_array_length(${t.leftOut}) = 0 or ${t.prescriptionId} is not null and ${t.itemsCount} > 0`,
    ),
    check('orders_card_awaited', sql`not ${t.cardAwaited} or ${t.cardId} is not null`),
    check(
      'orders_covered',
      sql`${t.covered} is null or ${t.covered} >= 0 and ${t.covered} < ${t.medicines} and ${t.cardId} is not null`,
    ),
    check('orders_agreement', noteIf(t.agreement, sql`${t.cardId} is not null`)),
    check('orders_fee', sql`${t.deliveryFee} >= 0`),
    check('orders_medicines', sql`${t.medicines} > 0`),
    check('orders_commission', sql`${t.commission} = (${t.medicines}::bigint * 10 + 50) / 100`),
    // Above rule 1 are orders paid while an unchecked card took off a limited amount, before decision 54.
    check(
      'orders_total',
      sql`${t.total} = ${totalOf(t)} or ${t.total} > ${totalOf(t)} and ${t.cardId} is not null and ${t.state} <> 'pre-treatment'`,
    ),
    check(
      'orders_reduction',
      sql`${t.reduction} = ${t.medicines} + ${t.deliveryFee} + ${t.commission} - ${t.total}`,
    ),
    check(
      'orders_paid',
      sql`case when ${isUnpaid(t)} then ${t.paid} = 0 and (${t.paymentId}, ${t.transactionId}) is null else ${t.total} is not null and ${t.paid} = ${t.total} and (${t.paymentId}, ${t.transactionId}) is not null end`,
    ),
    check('orders_paid_at', sql`(${t.paidAt} is null) = (${isUnpaid(t)})`),
    check('orders_ended_at', sql`(${t.endedAt} is null) = (${t.state} <> 'ended')`),
    check(
      'orders_usual_minutes',
      sql`${t.usualMinutes} is null or ${t.usualMinutes} > 0 and ${t.paidAt} is not null`,
    ),
    check('orders_courier_needs_pharmacy', sql`${t.deliveryPersonId} is null or ${t.pharmacyId} is not null`),
    check(
      'orders_on_the_way_have_a_courier',
      sql`${t.state} in ('pre-treatment', 'pending', 'cancelled') or ${t.deliveryPersonId} is not null`,
    ),
    check('orders_pharmacy_after_payment', sql`not ${isUnpaid(t)} or ${t.pharmacyId} is null`),
    check('orders_photo_problem_known', oneOf(t.photoProblem, photoProblems)),
    check(
      'orders_photo_problem',
      sql`${t.photoProblem} is null or ${t.state} = 'pre-treatment' and ${t.itemsCount} = 0 and ${t.prescriptionUrl} is not null`,
    ),
    check('orders_ready', sql`${t.readyAt} is null or ${t.pharmacyId} is not null`),
    check('orders_problem_known', oneOf(t.problem, orderProblems)),
    check(
      'orders_problem',
      sql`(${t.problem} is null) = (${t.problemAt} is null) and (${t.problem} is null or ${t.state} in ('pending', 'delivering'))`,
    ),
    check('orders_problem_note', noteIf(t.problemNote, sql`${t.problem} is not null`)),
    check('orders_brought_back_known', oneOf(t.broughtBackReason, returnReasons)),
    check('orders_brought_back', sql`(${t.broughtBackAt} is null) = (${t.broughtBackReason} is null)`),
    check('orders_held', sql`${t.heldById} is null or ${t.broughtBackAt} is not null`),
    check('orders_handover_code', sql`${t.handoverCode} ~ '^[0-9]{4}$'`),
    check('orders_wrong_codes', sql`cardinality(${t.wrongCodes}) <= ${sql.raw(String(HANDOVER_TRIES))}`),
    check('orders_unproven_known', oneOf(t.unprovenReason, unprovenReasons)),
    check('orders_unproven', sql`${t.unprovenReason} is null or ${t.proven} is false`),
    check('orders_cancel_reason_known', oneOf(t.cancelReason, cancelReasons)),
    check('orders_cancel_reason', sql`(${t.cancelReason} is null) = (${t.state} <> 'cancelled')`),
    check('orders_cancel_note', noteIf(t.cancelNote, sql`${t.state} = 'cancelled'`)),
    check('orders_cancel_asked_known', oneOf(t.cancelAskedReason, cancelRequestReasons)),
    check('orders_cancel_declined_known', oneOf(t.cancelDeclined, cancelDeclines)),
    check(
      'orders_cancel_asked',
      sql`(${t.cancelAskedAt} is null) = (${t.cancelAskedReason} is null) and (${t.cancelAskedAt} is null or ${t.state} in ('pending', 'cancelled'))`,
    ),
    check('orders_cancel_declined', sql`${t.cancelDeclined} is null or ${t.cancelAskedAt} is not null`),
    check('orders_erased', sql`${t.erasedAt} is null or ${t.state} in ('ended', 'cancelled')`),
    check('orders_address', sql`length(btrim(${t.address})) between 1 and 300`),
    uniqueIndex('orders_number_unique').on(t.number),
    uniqueIndex('orders_payment_unique').on(t.paymentId),
    // One order at a time waits for the payment of what remains of a prescription.
    uniqueIndex('orders_prescription_waiting').on(t.prescriptionId).where(sql`${t.state} = 'pre-treatment'`),
    index('orders_wished_pharmacy').on(t.wishedPharmacyId).where(sql`${t.wishedPharmacyId} is not null`),
    index('orders_prescription').on(t.prescriptionId).where(sql`${t.prescriptionId} is not null`),
    uniqueIndex('orders_prescription_url_unique').on(t.prescriptionUrl),
    index('orders_handover_photo').on(t.handoverPhoto).where(sql`${t.handoverPhoto} is not null`),
    index('orders_card_url').on(t.cardUrl).where(sql`${t.cardUrl} is not null`),
    // Match the queries of the lists, so that a page is read from the index; a customer's are counted from it alone.
    index('orders_customer').on(t.customerId, ...latestFirst(t), t.state, t.paid),
    index('orders_pharmacy').on(t.pharmacyId, ...latestFirst(t)),
    index('orders_pharmacy_ended').on(t.pharmacyId, t.endedAt, t.id).where(sql`${t.state} = 'ended'`),
    index('orders_delivery_person').on(t.deliveryPersonId, ...latestFirst(t)),
    index('orders_unproven_by').on(t.deliveryPersonId, t.createdAt).where(sql`not ${t.proven}`),
    index('orders_writer')
      .on(t.itemsWrittenById, ...latestFirst(t))
      .where(sql`${t.itemsWrittenById} is not null`),
    // The orders of a person in a state that few are in at a time.
    index('orders_pharmacy_open')
      .on(t.pharmacyId, t.state, ...latestFirst(t))
      .where(notEnded(t)),
    index('orders_delivery_person_open')
      .on(t.deliveryPersonId, t.state, ...latestFirst(t))
      .where(notEnded(t)),
    index('orders_writer_open')
      .on(t.itemsWrittenById, t.state, ...latestFirst(t))
      .where(notEnded(t)),
    index('orders_state_date').on(t.state, ...latestFirst(t)),
    // The pharmacists' queue: unread first, then the oldest.
    index('orders_queue').on(isRead(t), t.createdAt, t.id).where(sql`${t.state} = 'pre-treatment'`),
    index('orders_to_do')
      .on(supervisorRank(t), sql`(${waitsSince(t)})`, t.id)
      .where(waitsForSupervisor(t)),
    index('orders_promised').on(t.paidAt).where(isPromised(t)),
    // The last deliveries of a zone.
    index('orders_zone_delivered')
      .on(t.zoneId, t.paidAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(isDelivered(t)),
    index('orders_photographs_read')
      .on(...latestFirst(t))
      .where(isReadPhotograph(t)),
    index('orders_date').on(...latestFirst(t)),
    index('orders_number_trigrams').using('gin', sql`${t.number} gin_trgm_ops`).with({ fastupdate: false }),
  ],
);

export type OrderRow = typeof orders.$inferSelect;

export const orderItems = pgTable(
  'order_items',
  {
    orderId: reference('order_id', () => orders.id).notNull(),
    ...itemColumns(),
    /** Its insurer does not cover it. */
    excluded: boolean('excluded').notNull().default(false),
    // Where another medicine is given than was ordered (rule 53): what was ordered, at the price of the line, and the price at which a box
    // is given.
    prescribedId: reference('prescribed_id', () => medications.id),
    prescribedLabel: text('prescribed_label'),
    givenPrice: fcfa('given_price_fcfa'),
    // What is printed on its boxes, as its pharmacy wrote it while it prepared them.
    batch: text('batch'),
    expiresOn: date('expires_on'),
  },
  (t) => [
    check('order_items_batch', isBatch(t.batch)),
    // Whoever received a recalled medicine.
    index('order_items_medication').on(t.medicationId, t.orderId),
    primaryKey({ columns: [t.orderId, t.position] }),
    check('order_items_quantity', sql`${t.quantity} between 1 and 999`),
    check('order_items_price', sql`${t.price} > 0`),
    check('order_items_posology', sql`length(${t.posology}) between 1 and 120`),
    check('order_items_duration', sql`length(${t.duration}) between 1 and 60`),
    check(
      'order_items_substituted',
      sql`num_nulls(${t.prescribedId}, ${t.prescribedLabel}, ${t.givenPrice}) in (0, 3) and (${t.prescribedId} is null or ${t.prescribedId} <> ${t.medicationId})`,
    ),
    check('order_items_given_price', sql`${t.givenPrice} between 1 and ${t.price}`),
  ],
);

/** Medicines that pharmacies propose instead of those that were ordered (rule 53): who proposed, checked and agreed stays for ever. */
export const substitutions = pgTable(
  'substitutions',
  {
    id: primaryId(),
    orderId: reference('order_id', () => orders.id).notNull(),
    /** Of the line among those of the order. */
    position: integer('position').notNull(),
    state: text('state', { enum: substitutionStates }).notNull(),
    /** Why what was ordered is not given. */
    reason: text('reason', { enum: shortageReasons }).notNull(),
    // What was ordered and what is proposed, each with its price a box: of what is proposed, that of the catalogue.
    prescribedId: reference('prescribed_id', () => medications.id).notNull(),
    prescribedLabel: text('prescribed_label').notNull(),
    prescribedPrice: fcfa('prescribed_price_fcfa').notNull(),
    medicationId: reference('medication_id', () => medications.id).notNull(),
    label: text('label').notNull(),
    price: fcfa('price_fcfa').notNull(),
    quantity: integer('quantity').notNull(),
    /** It has the same substances, strength, form and route. */
    isEquivalent: boolean('is_equivalent').notNull(),
    proposedById: person('proposed_by_id').notNull(),
    proposedAt: moment('proposed_at').notNull(),
    /** By when somebody has to answer: the pharmacist, then the prescriber, then the customer. */
    until: moment('until').notNull(),
    /** The in-house pharmacist who decided, when one was asked. */
    checkedById: person('checked_by_id'),
    checkedAt: moment('checked_at'),
    // The prescriber who is asked, the answer, and the medicine that it names.
    prescriberId: person('prescriber_id'),
    answer: text('answer', { enum: prescriberAnswers }),
    answeredAt: moment('answered_at'),
    namedId: reference('named_id', () => medications.id),
    namedLabel: text('named_label'),
    /** Who agreed or declined: the customer, or a supervisor who has called. */
    decidedById: person('decided_by_id'),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    check('substitutions_state', oneOf(t.state, substitutionStates)),
    check('substitutions_reason', oneOf(t.reason, shortageReasons)),
    check('substitutions_answer_known', oneOf(t.answer, prescriberAnswers)),
    check('substitutions_quantity', sql`${t.quantity} between 1 and 999`),
    check('substitutions_prices', sql`${t.prescribedPrice} > 0 and ${t.price} > 0`),
    check('substitutions_other', sql`${t.prescribedId} <> ${t.medicationId}`),
    check('substitutions_checked', sql`(${t.checkedById} is null) = (${t.checkedAt} is null)`),
    check(
      'substitutions_answered',
      sql`num_nulls(${t.answer}, ${t.answeredAt}) in (0, 2) and (${t.answer} is null or ${t.prescriberId} is not null)`,
    ),
    check(
      'substitutions_named',
      sql`num_nulls(${t.namedId}, ${t.namedLabel}) in (0, 2) and (${t.namedId} is not null) = (${t.answer} is not distinct from 'another')`,
    ),
    check(
      'substitutions_decided',
      sql`(${t.decidedById} is null) = (${t.decidedAt} is null) and (${t.decidedById} is not null) = (${t.state} in ('agreed', 'declined'))`,
    ),
    uniqueIndex('substitutions_open').on(t.orderId).where(isOpenSubstitution(t)),
    index('substitutions_order').on(t.orderId),
    index('substitutions_due').on(t.until).where(isOpenSubstitution(t)),
    index('substitutions_prescriber').on(t.prescriberId).where(sql`${t.state} = 'prescriber'`),
  ],
);

export type SubstitutionRow = typeof substitutions.$inferSelect;

/** The timeline (rule 12). Append-only, enforced by a trigger. A null actor is the system, after a provider's report. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: primaryId(),
    orderId: reference('order_id', () => orders.id).notNull(),
    at: moment('at').notNull(),
    actorId: person('actor_id'),
    action: text('action').notNull(),
    /** States, amounts, or an assigned user's id: the name must be removed with the user (rule 25). */
    from: text('from_value'),
    to: text('to_value'),
    /** Why the person was replaced, or the order brought back; null for other events. */
    reason: text('reason', { enum: eventReasons }),
  },
  (t) => [
    check('order_events_reason', oneOf(t.reason, eventReasons)),
    index('order_events_order').on(t.orderId, t.at),
  ],
);
