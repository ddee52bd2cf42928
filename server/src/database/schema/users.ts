import { userTypes } from '@amasin/domain/contract/user-type.ts';
import { partnerTitles } from '@amasin/domain/users/user.ts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { moment, oneOf, primaryId } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: primaryId(),
    type: text('type', { enum: userTypes }).notNull(),
    name: text('name').notNull(),
    /** The name in lower case without accents, for searches. */
    foldedName: text('folded_name').notNull().generatedAlwaysAs(sql`folded(name)`),
    /** Lower-cased. */
    email: text('email'),
    /** `+22901` and 8 to 10 digits (rule 21). Null only when the user's data has been removed. */
    phone: text('phone'),
    passwordHash: text('password_hash'),
    /** When a code sent to this phone was first typed by the person; null again when the phone changes (rule 49). */
    phoneProvenAt: moment('phone_proven_at'),
    /** Read and written by the release before only, which may still serve beside this one. */
    phoneProven: boolean('phone_proven').notNull().default(false),
    /** Signing in also takes a code of their `second_factors` row, which is confirmed. */
    hasSecondFactor: boolean('has_second_factor').notNull().default(false),
    address: text('address'),
    active: boolean('active').notNull().default(true),
    onDuty: boolean('on_duty').notNull().default(false),
    isPartner: boolean('is_partner').notNull().default(false),
    /**
     * A pharmacy that registered itself, until its first activation, when it becomes a partner (rule 23).
     */
    awaitsActivation: boolean('awaits_activation').notNull().default(false),
    verified: boolean('verified').notNull().default(false),
    titrePartenaire: text('titre_partenaire', { enum: partnerTitles }),
    /** The pharmacist in charge of a pharmacy. */
    pharmacist: text('pharmacist'),
    /** The authorisation to open a pharmacy, its first and last day, and its number at the Order of pharmacists. */
    licenceNumber: text('licence_number'),
    licenceFrom: date('licence_from', { mode: 'string' }),
    licenceUntil: date('licence_until', { mode: 'string' }),
    orderNumber: text('order_number'),
    /** Days before the end of which the super administrators were last told, 0 for the end itself. */
    licenceTold: smallint('licence_told'),
    longitude: doublePrecision('longitude'),
    latitude: doublePrecision('latitude'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    check('users_type', oneOf(t.type, userTypes)),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    check('users_phone_form', sql`${t.phone} ~ '^\\+22901[0-9]{8,10}$'`),
    check('users_title', sql`${t.titrePartenaire} is null or ${t.type} = 'partnerDoctor'`),
    check(
      'users_pharmacist',
      sql`${t.pharmacist} is null or ${t.type} = 'pharmacy' and length(btrim(${t.pharmacist})) between 1 and 120`,
    ),
    check('users_licence_days', sql`${t.licenceFrom} <= ${t.licenceUntil}`),
    check('users_partner_pharmacy', sql`not ${t.isPartner} or ${t.type} = 'pharmacy'`),
    check(
      'users_awaits_activation',
      sql`not ${t.awaitsActivation} or (${t.type} = 'pharmacy' and not ${t.active})`,
    ),
    check('users_location', sql`(${t.longitude} is null) = (${t.latitude} is null)`),
    uniqueIndex('users_email_unique').on(t.email),
    uniqueIndex('users_phone_unique').on(t.phone),
    index('users_type_index').on(t.type, t.name),
    // Match the lists of accounts, so that a page is read from the index.
    index('users_french').on(sql`${t.name} collate "french"`, t.id).where(sql`${t.phone} is not null`),
    index('users_type_french')
      .on(t.type, sql`${t.name} collate "french"`, t.id)
      .where(sql`${t.phone} is not null`),
    // Few are deactivated among many.
    index('users_inactive_french')
      .on(sql`${t.name} collate "french"`, t.id)
      .where(sql`${t.phone} is not null and not ${t.active}`),
    index('users_trigrams')
      .using(
        'gin',
        sql`${t.foldedName} gin_trgm_ops`,
        sql`${t.email} gin_trgm_ops`,
        sql`${t.phone} gin_trgm_ops`,
      )
      .with({ fastupdate: false }),
  ],
);

export type UserRow = typeof users.$inferSelect;
