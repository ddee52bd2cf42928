import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { Closing, ReportState } from '@amasin/domain/reports/kinds.ts';
import type { ReportFacts } from '@amasin/domain/reports/report.ts';
import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { limitInText, type PageRequest } from '../database/paging.ts';
import { medications } from '../database/schema/medications.ts';
import { orderEvents, orderItems, orders } from '../database/schema/orders.ts';
import { type ReportedMedicine, type ReportRow, reports } from '../database/schema/reports.ts';
import { users } from '../database/schema/users.ts';

export const findOwnReports = (db: Database, orderId: string): Promise<ReportRow[]> =>
  db
    .select()
    .from(reports)
    .where(eq(reports.orderId, orderId))
    .orderBy(desc(reports.createdAt), desc(reports.id));

/** Counts the reports of an order, which must be locked. */
export async function countOfOrder(tx: Database, orderId: string): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(reports).where(eq(reports.orderId, orderId));
  return row?.n ?? 0;
}

export type NewReport = Omit<typeof reports.$inferInsert, 'id' | 'state'>;

export async function insertReport(tx: Database, report: NewReport): Promise<ReportRow> {
  const [row] = await tx
    .insert(reports)
    .values({ id: v7(), ...report })
    .returning();
  if (row === undefined) throw new Error('the report was not inserted');
  return row;
}

const customer = alias(users, 'customer');
const pharmacy = alias(users, 'pharmacy');
const holder = alias(users, 'holder');

const selectView = (db: Database) =>
  db
    .select({
      report: reports,
      order: { id: orders.id, number: orders.number, customerId: orders.customerId },
      customer: { name: customer.name, phone: customer.phone },
      pharmacy: pharmacy.name,
      holder: { id: holder.id, name: holder.name },
      deliveredAt: orderEvents.at,
    })
    .from(reports)
    .innerJoin(orders, eq(orders.id, reports.orderId))
    .innerJoin(customer, eq(customer.id, orders.customerId))
    .leftJoin(pharmacy, eq(pharmacy.id, orders.pharmacyId))
    .leftJoin(holder, eq(holder.id, reports.takenById))
    .leftJoin(orderEvents, and(eq(orderEvents.orderId, orders.id), eq(orderEvents.action, 'mark-delivered')));

export type ReportView = Awaited<ReturnType<typeof selectView>>[number];

export async function findReport(db: Database, id: string): Promise<ReportView | null> {
  const [view] = await selectView(db).where(eq(reports.id, id));
  return view ?? null;
}

/** Finds a page of the reports in a state: the oldest first while they wait, the latest first after that. */
export async function findReports(
  db: Database,
  state: ReportState,
  page: PageRequest,
): Promise<ReportView[]> {
  const isWaiting = state === 'new' || state === 'taken';
  const rows = await selectView(db)
    .where(eq(reports.state, state))
    .orderBy(...(isWaiting ? [reports.createdAt, reports.id] : [desc(reports.createdAt), desc(reports.id)]))
    .limit(limitInText(page.limit))
    .offset((page.page - 1) * page.limit);
  return rows.slice(0, page.limit);
}

export async function countByState(db: Database): Promise<Partial<Record<ReportState, number>>> {
  const rows = await db.select({ state: reports.state, n: count() }).from(reports).groupBy(reports.state);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** The medicines of an order as they are now, two of one name with their forms; none once they were erased. */
export async function findMedicines(
  db: Database,
  orderId: string,
): Promise<(ReportedMedicine & { id: string })[]> {
  const rows = await db
    .select({
      id: orderItems.medicationId,
      label: orderItems.label,
      quantity: orderItems.quantity,
      form: medications.form,
    })
    .from(orderItems)
    .innerJoin(medications, eq(medications.id, orderItems.medicationId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.position);
  return rows.map(({ form, ...row }) => {
    const isOnly = rows.every(({ id, label }) => id === row.id || label !== row.label);
    return isOnly ? row : { ...row, label: `${row.label} (${medicationFormLabels[form].toLowerCase()})` };
  });
}

/** Gives a report to this pharmacist, from whoever is said to have it. @returns false when that is no longer so */
export async function setTaken(
  tx: Database,
  id: string,
  { from, to, at }: { from: string | null; to: string; at: Date },
): Promise<boolean> {
  const isFrom = from === null ? isNull(reports.takenById) : eq(reports.takenById, from);
  const { rowCount } = await tx
    .update(reports)
    .set({
      takenById: to,
      takenAt: at,
      state: sql`case ${reports.state} when 'new' then 'taken' else ${reports.state} end`,
    })
    .where(and(eq(reports.id, id), isFrom, inArray(reports.state, ['new', 'taken', 'declared'])));
  return rowCount === 1;
}

type Change =
  | { readonly facts: ReportFacts }
  | { readonly state: 'declared'; readonly declaredOn: string; readonly receipt: string | null }
  | {
      readonly state: 'closed';
      readonly closedAt: Date;
      readonly closedReason: Closing;
      readonly closedNote: string | null;
    };

/** Changes a report that this pharmacist has, in one of these states. @returns false for any other */
export async function changeReport(
  tx: Database,
  id: string,
  { holderId, states, change }: { holderId: string; states: readonly ReportState[]; change: Change },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(reports)
    .set(change)
    .where(and(eq(reports.id, id), eq(reports.takenById, holderId), inArray(reports.state, [...states])));
  return rowCount === 1;
}
