import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

// Each `old…` selects the ids of what has been kept long enough: a step erases some of them, and the operator's command counts them.

/** Replaces an erased address, because orders.address is not null. */
const NO_ADDRESS = 'Adresse effacée';
/** Replaces the patient of an erased prescription. */
const NO_PATIENT = 'Nom effacé';

/** A time as a parameter whose type is known. */
const moment = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/** The order `o` ended, or was cancelled, before this time: the last line of its timeline says when it was cancelled. */
const isOver = (
  before: Date,
): SQL => sql`(o.state in ('ended', 'cancelled') and o.created_at < ${moment(before)}
  and coalesce(o.ended_at, (select max(e.at) from order_events e where e.order_id = o.id), o.created_at) < ${moment(before)})`;

/** A prescription `p` of old orders only, or that nobody ordered since then. */
const isOldPrescription = (before: Date, now: Date): SQL => sql`(p.created_at < ${moment(before)}
  and (p.reserved_until is null or p.reserved_until < ${moment(now)})
  and not exists (select from orders o where o.prescription_id = p.id and not ${isOver(before)})
  and not exists (select from payments y where y.prescription_id = p.id and y.status = 'pending'))`;

/**
 * Orders whose refund is not done wait: somebody still has to read them. So do paid ones whose prescription stays, because their lines say
 * what was given of it (rule 52).
 */
export const oldOrders = (before: Date, now: Date): SQL => sql`
  select o.id from orders o where o.erased_at is null and ${isOver(before)}
    and not exists (select from refunds r where r.order_id = o.id and r.state <> 'done')
    and (o.state = 'cancelled' or not exists (select from prescriptions p
      where p.id = o.prescription_id and p.erased_at is null and not ${isOldPrescription(before, now)}))`;

export const oldPrescriptions = (before: Date, now: Date): SQL =>
  sql`select p.id from prescriptions p where p.erased_at is null and ${isOldPrescription(before, now)}`;

/** Attempts that brought no money. */
export const oldAttempts = (before: Date): SQL => sql`
  select p.id from payments p where p.created_at < ${moment(before)} and p.order_id is null
    and p.status in ('failed', 'cancelled', 'expired') and p.next_check_at is null
    and not exists (select from refunds r where r.payment_id = p.id)
    and not exists (select from stray_debits s where s.payment_id = p.id)`;

/** Money without an order that was decided about: the accounts need the row, nobody the basket. */
export const oldBaskets = (before: Date): SQL => sql`
  select p.id from payments p where p.created_at < ${moment(before)} and p.order_id is null
    and (p.status = 'refunded' or p.status = 'review' and p.reviewed_at is not null)
    and p.draft ->> 'address' <> ${NO_ADDRESS}`;

export const oldConsultations = (before: Date): SQL => sql`
  select id from consultations where case status when 'completed' then completed_at when 'pending' then created_at end < ${moment(before)}`;

export const oldNotifications = (before: Date): SQL =>
  sql`select id from notifications where created_at < ${moment(before)}`;

export const oldCards = (before: Date): SQL =>
  sql`select id from insurance_cards where deleted_at < ${moment(before)}`;

/**
 * Files of which every use allows it (the photograph of a report goes with the report): no order or consultation that ended later, no card that may still be used, no prescription that
 * may still be ordered (a cancelled order frees what its code named, as `keepsPrescription` says), no payment that may still make an
 * order.
 */
export const oldFiles = (before: Date): SQL => sql`
  select f.id from files f where f.erased_at is null and f.bound_at < ${moment(before)}
    and not exists (select from insurance_cards c where c.file_key = f.key)
    and not exists (select from reports r where r.photo = f.key)
    and not exists (select from orders o where o.prescription_url = f.key and not ${isOver(before)})
    and not exists (select from orders o where o.card_url = f.key and not ${isOver(before)})
    and not exists (select from prescriptions p where p.url = f.key and p.erased_at is null and (
      exists (select from orders o where o.prescription_id = p.id and not ${isOver(before)})
      or (p.deleted_at is null or p.deleted_at >= ${moment(before)})
        and (not exists (select from orders o where o.prescription_id = p.id and (o.state <> 'cancelled' or p.created_at >= o.created_at))
          or p.used_at is null and exists (select from orders o where o.prescription_id = p.id and o.state <> 'cancelled'))))
    and not exists (select from consultation_messages m join consultations c on c.id = m.consultation_id
      where m.file_key = f.key and (c.completed_at is null or c.completed_at >= ${moment(before)}))
    and not exists (select from payments p where (p.status = 'pending' or p.status = 'review' and p.reviewed_at is null)
      and p.draft -> 'insuranceCard' ->> 'url' = f.key)`;

/** Reports that were declared outlive their orders: the authority may ask about them. */
export const oldDeclared = (now: Date, years: number): SQL => sql`
  select r.id from reports r join orders o on o.id = r.order_id
  where o.erased_at is not null and r.declared_on < (${moment(now)} - make_interval(years => ${years}::int))::date`;

/** Photographs of handovers, whatever became of the order. */
export const oldHandovers = (before: Date): SQL =>
  sql`select id from files where category = 'handover' and erased_at is null and created_at < ${moment(before)}`;

/** By the clock of the database too, as its triggers: nothing younger is tried. */
const oldLines = (table: 'audit' | 'file_openings', now: Date, years: number): SQL => sql`
  select id from ${sql.identifier(table)} where at < least(${moment(now)}, now()) - make_interval(years => ${years}::int)`;

export const oldJournal = (now: Date, years: number): SQL => oldLines('audit', now, years);
export const oldOpenings = (now: Date, years: number): SQL => oldLines('file_openings', now, years);

export async function countAll(db: Database, select: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${select}) old`);
  return rows[0]?.n ?? 0;
}

async function findIds(tx: Database, select: SQL, most: number): Promise<SQL | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`${select} limit ${most}`);
  return rows.length === 0 ? null : sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
}

/** Erases some rows in one transaction, and returns how many. */
export type Step = (tx: Database, select: SQL, most: number, at: Date) => Promise<number>;

/**
 * Erases the address, the medicines, what was told of their recall, the notes and the number that paid. What stays: number, states, dates, zone, people by id,
 * amounts and rate, for the accounts.
 */
export const eraseOrders: Step = async (tx, select, most, at) => {
  const ids = await findIds(tx, select, most);
  if (ids === null) return 0;
  await tx.execute(sql`
    update payments set draft = null, portal = null, paying_phone = null, content_digest = transaction_id, unchecked_person = null
    where order_id = ${ids} and status <> 'pending'`);
  const { rowCount } = await tx.execute(sql`
    update orders set erased_at = ${moment(at)}, address = ${NO_ADDRESS}, cancel_note = null, card_label = null, insurer_agreement = null, left_out = '[]'
    where id = ${ids}`);
  await tx.execute(sql`update refunds set note = null where order_id = ${ids} and note is not null`);
  await tx.execute(sql`delete from substitutions where order_id = ${ids}`);
  await tx.execute(sql`delete from inquiries where order_id = ${ids}`);
  await tx.execute(sql`delete from order_items where order_id = ${ids}`);
  await tx.execute(
    sql`update feedback set note = null, outcome_note = null where order_id = ${ids} and num_nonnulls(note, outcome_note) > 0`,
  );
  await deleteReports(tx, sql`order_id = ${ids} and declared_on is null`);
  await tx.execute(sql`delete from recall_recipients where order_id = ${ids}`);
  await tx.execute(sql`delete from warnings where order_id = ${ids}`);
  return rowCount ?? 0;
};

/** Erases patient and medicines; one that nobody used is deleted. What stays: number, author, dates. */
export const erasePrescriptions: Step = async (tx, select, most, at) => {
  const { rows } = await tx.execute<{ id: string }>(sql`${select} limit ${most} for update skip locked`);
  const ids = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
  if (rows.length === 0) return 0;
  await tx.execute(sql`
    update prescriptions set erased_at = ${moment(at)}, patient_name = ${NO_PATIENT}, patient_phone = '', patient_months = null, client_ref = null,
      content_digest = null, reserved_by_id = null, reserved_until = null,
      deleted_at = case when used_at is null then coalesce(deleted_at, ${moment(at)}) end
    where id = ${ids}`);
  await tx.execute(sql`delete from prescription_items where prescription_id = ${ids}`);
  await tx.execute(sql`delete from prescription_watchers where prescription_id = ${ids}`);
  return rows.length;
};

export const eraseBaskets: Step = async (tx, select, most) => {
  const { rowCount } = await tx.execute(sql`
    update payments set portal = null, paying_phone = null, content_digest = transaction_id, unchecked_person = null,
      draft = draft - 'leftOut' - 'prescription' - 'wishedPharmacy'
        || jsonb_build_object('items', '[]'::jsonb, 'insuranceCard', null, 'address', ${NO_ADDRESS}::text)
    where id in (${select} limit ${most})`);
  return rowCount ?? 0;
};

/** Deletes consultations with their messages; the sweep of uploads then removes their files. */
export const deleteConsultations: Step = async (tx, select, most) => {
  const ids = await findIds(tx, select, most);
  if (ids === null) return 0;
  await tx.execute(sql`
    update files set bound_at = null
    where key in (select file_key from consultation_messages where consultation_id = ${ids} and file_key is not null)`);
  const { rowCount } = await tx.execute(sql`delete from consultations where id = ${ids}`);
  return rowCount ?? 0;
};

/** Deletes reports; the sweep of uploads then removes their photographs. */
async function deleteReports(tx: Database, where: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with gone as (delete from reports where ${where} returning photo),
      unbound as (update files set bound_at = null from gone where files.key = gone.photo)
    select from gone`);
  return rowCount ?? 0;
}

export const deleteDeclared: Step = async (tx, select, most) =>
  deleteReports(tx, sql`id in (${select} limit ${most})`);

/** Marks files, which nobody opens from then on; the sweep of bytes removes what is stored. */
export const eraseFiles: Step = async (tx, select, most, at) => {
  const { rowCount } = await tx.execute(
    sql`update files set erased_at = ${moment(at)} where id in (${select} limit ${most})`,
  );
  return rowCount ?? 0;
};

export const deleteFrom =
  (table: 'audit' | 'file_openings' | 'insurance_cards' | 'notifications' | 'payments'): Step =>
  async (tx, select, most) => {
    const { rowCount } = await tx.execute(
      sql`delete from ${sql.identifier(table)} where id in (${select} limit ${most})`,
    );
    return rowCount ?? 0;
  };
