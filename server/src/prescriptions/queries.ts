import type { MedicationForm } from '@amasin/domain/medications/form.ts';
import type { ItemReview } from '@amasin/domain/orders/order.ts';
import { type Given, shareGiven } from '@amasin/domain/prescriptions/line.ts';
import { and, asc, desc, eq, exists, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { constantLimit } from '../database/paging.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { prescriptionItems, prescriptions } from '../database/schema/prescriptions.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { notRemoved } from '../people/queries.ts';
import { asPrescribed, isPatient } from '../scopes/phones.ts';
import { isWithdrawn } from '../scopes/prescribers.ts';
import { prescriptionsSeenBy } from '../scopes/prescriptions.ts';
import { type Seen, seen } from '../scopes/seen.ts';

const author = alias(users, 'author');
const patient = alias(users, 'patient');

/** The order that waits with a prescription, else the last one that took something of it; a cancelled order has let it go. */
const lastOrder = sql`(select last.id from orders last where last.prescription_id = ${prescriptions.id} and last.state <> 'cancelled'
  order by last.state = 'pre-treatment' desc, last.created_at desc, last.id desc limit 1)`;

function selectPrescriptions(db: Database) {
  return db
    .select({
      prescription: prescriptions,
      author: { name: author.name, phone: author.phone, type: author.type, verified: author.verified },
      /** The customer who is its patient: what one's telephone links (rule 49). */
      patientId: patient.id,
      /** The order that it is attached to, or the last one that took something of it. */
      order: { id: orders.id, state: orders.state, customerId: orders.customerId, agentId: orders.agentId },
      /** The agent of each order that has or had it, cancelled ones too; null for an order without agent. */
      agentsOfOrders: sql<
        (string | null)[]
      >`array(select had.agent_id from orders had where had.prescription_id = ${prescriptions.id})`,
    })
    .from(prescriptions)
    .innerJoin(author, eq(author.id, prescriptions.authorId))
    .leftJoin(patient, isPatient(asPrescribed, patient))
    .leftJoin(orders, eq(orders.id, lastOrder));
}

type StoredItem = Omit<typeof prescriptionItems.$inferSelect, 'prescriptionId' | 'position'>;

/** Orders copy these fields of an item. */
export type PrescriptionItem = Pick<
  StoredItem,
  'medicationId' | 'label' | 'quantity' | 'price' | 'posology' | 'duration'
>;

/** An item with what was given of it, and what readers see of its medicine. */
export interface ShownItem extends StoredItem {
  readonly given: Given;
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
  const given = await findGiven(db, ids);
  const byPrescription = Map.groupBy(items, ({ item }) => item.prescriptionId);
  return rows.map((row) => {
    const lines = byPrescription.get(row.prescription.id) ?? [];
    const shares = shareGiven(
      lines.map(({ item }) => item),
      given.get(row.prescription.id) ?? new Map(),
    );
    return {
      ...row,
      items: lines.map((line, n) => ({ ...toShown(line), given: shares[n] ?? NOTHING_GIVEN })),
    };
  });
}

const NOTHING_GIVEN: Given = { boxes: 0, lastDay: null };

/** Reads what paid orders took of these prescriptions, by prescription and medicine. */
async function findGiven(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Given>>> {
  const { rows } = await db.execute<{
    id: string;
    medication: string;
    boxes: number;
    day: string | null;
  }>(sql`
    select wanted.id, given.medication_id as medication, given.boxes,
      (given.last_at at time zone 'Africa/Porto-Novo')::date::text as day
    from unnest(${sql.param(ids)}::uuid[]) wanted (id), given_of(wanted.id) given`);
  const byPrescription = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byPrescription].map(([id, found]) => [
      id,
      new Map(found.map(({ medication, boxes, day }) => [medication, { boxes, lastDay: day }])),
    ]),
  );
}

function toShown({
  item: { prescriptionId: _, position: __, ...item },
  medication,
}: {
  item: typeof prescriptionItems.$inferSelect;
  medication: MedicationRow;
}): Omit<ShownItem, 'given'> {
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

const isAttached = sql`coalesce(${orders.state} = 'pre-treatment', false)`;

/** Whether a prescription can be ordered or attached: not deleted, used, attached to an order or withdrawn. */
const isAvailable = and(
  isNull(prescriptions.deletedAt),
  isNull(prescriptions.usedAt),
  sql`not ${isAttached}`,
  sql`not ${isWithdrawn}`,
);

/** Finds an available prescription without a scope check: for the server's own decisions. */
export function findAvailablePrescription(db: Database, id: string): Promise<PrescriptionView | null> {
  return findOne(db, and(eq(prescriptions.id, id), isAvailable));
}

/**
 * Finds an available prescription by its whole number, which is the right to see it (rule 18), or one whose validity has ended; a scope
 * narrows it.
 */
export function findByNumber(
  db: Database,
  number: string,
  scope?: SQL,
): Promise<Seen<PrescriptionView> | null> {
  const isFound = or(isAvailable, eq(prescriptions.closing, 'expired'));
  return seeOne(db, and(eq(prescriptions.number, number), isFound, scope));
}

/** Whether a customer has paid an order with a row of `prescriptions`. */
const isOrderedBy = (customerId: string): SQL =>
  sql`${prescriptions.id} = any(array(select theirs.prescription_id from orders theirs where theirs.customer_id = ${customerId}
    and theirs.prescription_id is not null and theirs.state not in ('pre-treatment', 'cancelled')))`;

/** Finds the prescriptions with which a customer has ordered and can order again, the most recent first. */
export async function findRestsOf(db: Database, customerId: string): Promise<Seen<PrescriptionView>[]> {
  const isFree = sql`not exists (select from orders waiting where waiting.prescription_id = ${prescriptions.id} and waiting.state = 'pre-treatment')`;
  const isOpen = and(
    isOrderedBy(customerId),
    isNull(prescriptions.usedAt),
    isNull(prescriptions.deletedAt),
    isFree,
    sql`not ${isWithdrawn}`,
  );
  const found = await readPrescriptions(
    db,
    sql`select id from ${prescriptions} where ${isOpen}
    order by created_at desc, id desc limit ${constantLimit(MAX_RESTS)}`,
  );
  return found.map(seen);
}

/** A customer reads this many at most. */
const MAX_RESTS = 20;

/** Finds a prescription with which a customer has ordered. */
export const findOrderedWith = (
  db: Database,
  customerId: string,
  id: string,
): Promise<Seen<PrescriptionView> | null> =>
  seeOne(db, and(eq(prescriptions.id, id), isOrderedBy(customerId)));

/** Finds the customers who have paid an order with a prescription. */
export async function findCustomersOf(db: Database, id: string): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        notRemoved,
        sql`${users.id} in (select customer_id from ${orders} where ${eq(orders.prescriptionId, id)} and ${orders.state} not in ('pre-treatment', 'cancelled'))`,
      ),
    );
  return rows.map((row) => row.id);
}

/** Finds prescriptions that are not used up and of which a line is given no more on this day, in the order of their ids. */
export const findEnding = (
  db: Database,
  day: string,
  { after, most }: { after: string | null; most: number },
) =>
  db
    .select({ id: prescriptions.id, endToldAt: prescriptions.endToldAt })
    .from(prescriptions)
    .where(
      and(
        isNull(prescriptions.usedAt),
        isNull(prescriptions.deletedAt),
        after === null ? undefined : gt(prescriptions.id, after),
        exists(
          db
            .select({ one: sql`1` })
            .from(prescriptionItems)
            .where(
              and(
                eq(prescriptionItems.prescriptionId, prescriptions.id),
                lte(prescriptionItems.deliverBefore, day),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(prescriptions.id))
    .limit(most);

/** Reads a prescription again after a change by somebody who saw it. */
export async function findPrescriptionAgain(
  db: Database,
  { prescription }: Seen<PrescriptionView>,
): Promise<Seen<PrescriptionView> | null> {
  return seeOne(db, eq(prescriptions.id, prescription.id));
}

/** Finds the order that waits for its payment with this prescription. */
export async function findAttachedOrder(db: Database, prescriptionId: string): Promise<OrderRow | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.prescriptionId, prescriptionId), eq(orders.state, sql`'pre-treatment'`)));
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
