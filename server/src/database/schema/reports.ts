import {
  closings,
  faults,
  redFlags,
  reportKinds,
  reportStates,
  takers,
} from '@amasin/domain/reports/kinds.ts';
import { BATCH_MAX, REPORT_WORDS_MAX, type ReportFacts } from '@amasin/domain/reports/report.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, oneOf, primaryId, reference } from './columns.ts';
import { files } from './files.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

/** A medicine as it was in the order: a declared report outlives its lines. */
export interface ReportedMedicine {
  readonly label: string;
  readonly quantity: number;
}

const flagList = sql.raw(`array[${redFlags.map((flag) => `'${flag}'`).join(', ')}]`);

/** What a customer reports of a medicine that she received: that she reacts badly to it, or that its box is abnormal. */
export const reports = pgTable(
  'reports',
  {
    id: primaryId(),
    orderId: reference('order_id', () => orders.id).notNull(),
    kind: text('kind', { enum: reportKinds }).notNull(),
    state: text('state', { enum: reportStates }).notNull().default('new'),
    createdAt: moment('created_at').notNull(),
    medicines: jsonb('medicines').$type<ReportedMedicine[]>().notNull(),
    /** What she feels; optional about a box. */
    words: text('words'),
    // Of a reaction.
    redFlags: text('red_flags', { enum: redFlags }).array().notNull().default([]),
    since: date('since'),
    taker: text('taker', { enum: takers }),
    ageMonths: integer('age_months'),
    stopped: boolean('stopped'),
    // Of a box.
    fault: text('fault', { enum: faults }),
    batch: text('batch'),
    photo: text('photo').references(() => files.key),
    /** The pharmacist who has it. */
    takenById: reference('taken_by_id', () => users.id),
    takenAt: moment('taken_at'),
    /** What the authority asks for, as the pharmacist wrote it. */
    facts: jsonb('facts').$type<ReportFacts>(),
    declaredOn: date('declared_on'),
    /** The number that the authority gave. */
    receipt: text('receipt'),
    closedAt: moment('closed_at'),
    closedReason: text('closed_reason', { enum: closings }),
    closedNote: text('closed_note'),
  },
  (t) => [
    check('reports_kind', oneOf(t.kind, reportKinds)),
    check('reports_state', oneOf(t.state, reportStates)),
    check('reports_medicines', sql`jsonb_array_length(${t.medicines}) > 0`),
    check('reports_words', sql`length(btrim(${t.words})) between 1 and ${sql.raw(String(REPORT_WORDS_MAX))}`),
    check('reports_red_flags', sql`${t.redFlags} <@ ${flagList}`),
    check('reports_taker_known', oneOf(t.taker, takers)),
    check('reports_fault_known', oneOf(t.fault, faults)),
    check(
      'reports_age',
      sql`${t.ageMonths} is null or ${t.ageMonths} between 0 and 216 and ${t.taker} is not distinct from 'child'`,
    ),
    check('reports_batch', sql`length(btrim(${t.batch})) between 1 and ${sql.raw(String(BATCH_MAX))}`),
    check(
      'reports_of_kind',
      sql`case ${t.kind} when 'reaction' then num_nulls(${t.words}, ${t.since}, ${t.taker}, ${t.stopped}) = 0
        and num_nonnulls(${t.fault}, ${t.batch}, ${t.photo}) = 0 and (${t.taker} <> 'child' or ${t.ageMonths} is not null)
        else ${t.fault} is not null and num_nonnulls(${t.since}, ${t.taker}, ${t.ageMonths}, ${t.stopped}) = 0 and cardinality(${t.redFlags}) = 0 end`,
    ),
    check(
      'reports_taken',
      sql`(${t.takenById} is null) = (${t.takenAt} is null) and (${t.state} = 'new') = (${t.takenAt} is null)`,
    ),
    check('reports_facts', sql`${t.facts} is null or ${t.takenAt} is not null`),
    check(
      'reports_declared',
      sql`case ${t.state} when 'declared' then ${t.declaredOn} is not null when 'closed' then true else ${t.declaredOn} is null end
        and (${t.receipt} is null or ${t.declaredOn} is not null and length(btrim(${t.receipt})) between 1 and 100)`,
    ),
    check('reports_closed_known', oneOf(t.closedReason, closings)),
    check(
      'reports_closed',
      sql`(${t.state} = 'closed') = (${t.closedAt} is not null) and (${t.closedAt} is null) = (${t.closedReason} is null)`,
    ),
    check(
      'reports_closed_note',
      sql`${t.closedNote} is null or ${t.closedAt} is not null and length(btrim(${t.closedNote})) between 1 and 300`,
    ),
    index('reports_order').on(t.orderId, t.createdAt),
    index('reports_state_oldest').on(t.state, t.createdAt, t.id),
    index('reports_taken_by').on(t.takenById).where(sql`${t.takenById} is not null`),
    uniqueIndex('reports_photo_unique').on(t.photo),
  ],
);

export type ReportRow = typeof reports.$inferSelect;
