import type { MedicationForm } from '@amasin/domain/medications/form.ts';
import type { ItemReview } from '@amasin/domain/orders/order.ts';
import { and, asc, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { prescriptionItems, prescriptions } from '../database/schema/prescriptions.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { asPrescribed, isPatient } from '../scopes/phones.ts';
import { isWithdrawn } from '../scopes/prescribers.ts';
import { prescriptionsSeenBy } from '../scopes/prescriptions.ts';
import { type Seen, seen } from '../scopes/seen.ts';

const author = alias(users, 'author');
const patient = alias(users, 'patient');

/** A cancelled order frees its prescription. */
const holdsPrescription = ne(orders.state, sql`'cancelled'`);

function selectPrescriptions(db: Database) {
  return db
    .select({
      prescription: prescriptions,
      author: { name: author.name, phone: author.phone, type: author.type, verified: author.verified },
      /** The customer who is its patient: what one's telephone links (rule 49). */
      patientId: patient.id,
      /** The order that it is attached to, or that used it. */
      order: { id: orders.id, customerId: orders.customerId, agentId: orders.agentId },
      /** The agent of each order that has or had it, cancelled ones too; null for an order without agent. */
      agentsOfOrders: sql<
        (string | null)[]
      >`array(select had.agent_id from orders had where had.prescription_id = ${prescriptions.id})`,
    })
    .from(prescriptions)
    .innerJoin(author, eq(author.id, prescriptions.authorId))
    .leftJoin(patient, isPatient(asPrescribed, patient))
    .leftJoin(orders, and(eq(orders.prescriptionId, prescriptions.id), holdsPrescription));
}

/** Orders copy these fields of an item. */
export type PrescriptionItem = Omit<typeof prescriptionItems.$inferSelect, 'prescriptionId' | 'position'>;

/** An item with what readers see of its medicine. */
export interface ShownItem extends PrescriptionItem {
  readonly form: MedicationForm;
  readonly review: ItemReview | null;
}

/** A prescription with its author, its order and its items. */
export type PrescriptionView = Awaited<ReturnType<typeof selectPrescriptions>>[number] & {
  items: ShownItem[];
};

type Row = Awaited<ReturnType<typeof selectPrescriptions>>[number];

async function withItems(db: Database, rows: Row[]): Promise<PrescriptionView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.prescription.id);
  const items = await db
    .select({ item: prescriptionItems, medication: medications })
    .from(prescriptionItems)
    .innerJoin(medications, eq(medications.id, prescriptionItems.medicationId))
    // The ids are one parameter, so that the statement is the same however many there are.
    .where(sql`${prescriptionItems.prescriptionId} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(prescriptionItems.position));
  const byPrescription = Map.groupBy(items, ({ item }) => item.prescriptionId);
  return rows.map((row) => ({ ...row, items: (byPrescription.get(row.prescription.id) ?? []).map(toShown) }));
}

function toShown({
  item: { prescriptionId: _, position: __, ...item },
  medication,
}: {
  item: typeof prescriptionItems.$inferSelect;
  medication: MedicationRow;
}): ShownItem {
  const { form, awaitsReview, reviewed, deletedAt } = medication;
  if (item.price > 0) return { ...item, form, review: reviewed || deletedAt !== null ? null : 'unchecked' };
  if (deletedAt !== null) return { ...item, form, review: 'refused' };
  // A line without a price was written while the price was being checked, or before an import brought one.
  return awaitsReview
    ? { ...item, form, review: 'waiting' }
    : { ...item, form, price: medication.price, review: null };
}

/** Reads the prescriptions with these ids, most recent first. The ids are selected first: the tables are then read by their keys. */
export async function readPrescriptions(db: Database, ids: SQL): Promise<PrescriptionView[]> {
  const rows = await selectPrescriptions(db)
    .where(sql`${prescriptions.id} = any(array(${ids}))`)
    .orderBy(desc(prescriptions.createdAt), desc(prescriptions.id));
  return withItems(db, rows);
}

async function findOne(db: Database, where: SQL | undefined): Promise<PrescriptionView | null> {
  return (await withItems(db, await selectPrescriptions(db).where(where)))[0] ?? null;
}

/** Finds a prescription for a reader whose right to it is in the condition. */
async function seeOne(db: Database, where: SQL | undefined): Promise<Seen<PrescriptionView> | null> {
  const found = await findOne(db, where);
  return found && seen(found);
}

/** @returns null when the prescription does not exist or is outside the actor's scope */
export function findPrescriptionFor(
  db: Database,
  actor: Pick<Actor, '_id' | 'type'>,
  id: string,
): Promise<Seen<PrescriptionView> | null> {
  return seeOne(db, and(eq(prescriptions.id, id), prescriptionsSeenBy(actor)));
}

/** Finds a prescription without a scope check: for the server's own decisions. */
export function findPrescription(db: Database, id: string): Promise<PrescriptionView | null> {
  return findOne(db, eq(prescriptions.id, id));
}

/** Whether a prescription can be ordered or attached: not deleted, used, attached to an order or withdrawn. */
const isAvailable = and(
  isNull(prescriptions.deletedAt),
  isNull(prescriptions.usedById),
  isNull(orders.id),
  sql`not ${isWithdrawn}`,
);

/** Finds an available prescription without a scope check: for the server's own decisions. */
export function findAvailablePrescription(db: Database, id: string): Promise<PrescriptionView | null> {
  return findOne(db, and(eq(prescriptions.id, id), isAvailable));
}

/** Finds an available prescription by its whole number, which is the right to see it (rule 18); a scope narrows it. */
export function findByNumber(
  db: Database,
  number: string,
  scope?: SQL,
): Promise<Seen<PrescriptionView> | null> {
  return seeOne(db, and(eq(prescriptions.number, number), isAvailable, scope));
}

/** Reads a prescription again after a change by somebody who saw it. */
export async function findPrescriptionAgain(
  db: Database,
  { prescription }: Seen<PrescriptionView>,
): Promise<Seen<PrescriptionView> | null> {
  return seeOne(db, eq(prescriptions.id, prescription.id));
}

/** Finds the order that this prescription is attached to, or that used it. */
export async function findOrderWithPrescription(
  db: Database,
  prescriptionId: string,
): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.prescriptionId, prescriptionId), holdsPrescription));
  return row ?? null;
}

/** Finds the author's earlier prescription with this client number (rule 17). */
export function findByClientRef(
  db: Database,
  authorId: string,
  clientRef: string,
): Promise<Seen<PrescriptionView> | null> {
  return seeOne(db, and(eq(prescriptions.authorId, authorId), eq(prescriptions.clientRef, clientRef)));
}

/** Finds the title of the prescription's author. */
export async function findAuthorTitle(db: Database, id: string) {
  const [row] = await db
    .select({ title: users.titrePartenaire })
    .from(prescriptions)
    .innerJoin(users, eq(users.id, prescriptions.authorId))
    .where(eq(prescriptions.id, id));
  return row?.title ?? null;
}

/** Finds the customer to whom it belongs what is written for this telephone at this time (rule 49). */
export async function findPatient(
  db: Database,
  written: { readonly phone: string; readonly at: Date },
): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(isPatient(written));
  return row ?? null;
}
