import { auditActions, auditKinds } from '@amasin/domain/audit/actions.ts';
import type { AuditDetails } from '@amasin/domain/audit/entry.ts';
import { userTypes } from '@amasin/domain/contract/user-type.ts';
import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf, primaryId } from './columns.ts';

/**
 * Records who changed, read or opened what. Append-only, enforced by triggers and by revoked rights. It has ids only and no foreign
 * keys: erasing a person changes nothing here.
 */
export const audit = pgTable(
  'audit',
  {
    id: primaryId(),
    at: moment('at').notNull(),
    /** Null: the system or the command line. */
    actorId: uuid('actor_id'),
    /** At that time; null also for a user who was removed before this table existed. */
    actorType: text('actor_type', { enum: userTypes }),
    action: text('action', { enum: [...auditActions] as [string, ...string[]] })
      .$type<(typeof auditActions)[number]>()
      .notNull(),
    subjectKind: text('subject_kind', { enum: auditKinds }).notNull(),
    /** An id; the name of a list or a day for subjects without a row. */
    subjectId: text('subject_id').notNull(),
    /** The customer or patient whom it concerns. */
    customerId: uuid('customer_id'),
    details: jsonb('details').$type<AuditDetails>().notNull().default({}),
    /** The start of the hour of what is recorded once an hour: reads, openings and lockouts. */
    hour: moment('hour'),
  },
  (t) => [
    check('audit_actor', sql`${t.actorId} is not null or ${t.actorType} is null`),
    check('audit_actor_type', oneOf(t.actorType, userTypes)),
    check('audit_action', oneOf(t.action, auditActions)),
    check('audit_subject_kind', oneOf(t.subjectKind, auditKinds)),
    index('audit_date').on(t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_by_actor').on(t.actorId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_by_subject').on(t.subjectId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('audit_by_customer')
      .on(t.customerId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.customerId} is not null`),
    // Only rare actions are in it: the others are among the latest lines anyway.
    index('audit_by_action')
      .on(t.action, t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`not ${oneOf(t.action, ['progress', 'read', 'open'])}`),
    index('audit_by_kind')
      .on(t.subjectKind, t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`not ${oneOf(t.subjectKind, ['order'])}`),
    uniqueIndex('audit_once_an_hour')
      .on(sql`coalesce(${t.actorId}::text, '')`, t.action, t.subjectId, t.hour)
      .where(sql`${t.hour} is not null`),
  ],
);

export type AuditRow = typeof audit.$inferSelect;
