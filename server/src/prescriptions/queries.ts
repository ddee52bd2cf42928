import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { prescriptionItems, prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { prescriptionsSeenBy } from '../scopes/prescriptions.ts';

const author = alias(users, 'author');

function selectPrescriptions(db: Database) {
  return db
    .select({
      prescription: prescriptions,
      author: { name: author.name, phone: author.phone, type: author.type, verified: author.verified },
      /** The order that it is attached to, or that used it. */
      order: { id: orders.id, customerId: orders.customerId, agentId: orders.agentId },
    })
    .from(prescriptions)
    .innerJoin(author, eq(author.id, prescriptions.authorId))
    .leftJoin(orders, eq(orders.prescriptionId, prescriptions.id));
}

export type PrescriptionItemRow = typeof prescriptionItems.$inferSelect;

/** A prescription with its author, its order and its items. */
export type PrescriptionView = Awaited<ReturnType<typeof selectPrescriptions>>[number] & {
  items: PrescriptionItemRow[];
};

type Row = Awaited<ReturnType<typeof selectPrescriptions>>[number];

async function withItems(db: Database, rows: Row[]): Promise<PrescriptionView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.prescription.id);
  const items = await db
    .select()
    .from(prescriptionItems)
    .where(inArray(prescriptionItems.prescriptionId, ids))
    .orderBy(asc(prescriptionItems.position));
  const byPrescription = Map.groupBy(items, (item) => item.prescriptionId);
  return rows.map((row) => ({ ...row, items: byPrescription.get(row.prescription.id) ?? [] }));
}

async function findOne(db: Database, where: SQL | undefined): Promise<PrescriptionView | null> {
  return (await withItems(db, await selectPrescriptions(db).where(where)))[0] ?? null;
}

/** @returns null when the prescription does not exist or is outside the actor's scope */
export function findPrescriptionFor(
  db: Database,
  actor: Actor,
  id: string,
): Promise<PrescriptionView | null> {
  return findOne(db, and(eq(prescriptions.id, id), prescriptionsSeenBy(actor)));
}

/** Finds a prescription without a scope check: for the server's own decisions. */
export function findPrescription(db: Database, id: string): Promise<PrescriptionView | null> {
  return findOne(db, eq(prescriptions.id, id));
}

/** Finds a prescription that can be ordered or attached: not deleted, not used, not attached to an order. */
export function findFreePrescription(
  db: Database,
  named: { number: string } | { id: string },
  scope?: SQL,
): Promise<PrescriptionView | null> {
  const name = 'number' in named ? eq(prescriptions.number, named.number) : eq(prescriptions.id, named.id);
  return findOne(
    db,
    and(name, isNull(prescriptions.deletedAt), isNull(prescriptions.usedById), isNull(orders.id), scope),
  );
}

/** The order that this prescription is attached to, or that used it. */
export async function findOrderWithPrescription(
  db: Database,
  prescriptionId: string,
): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.prescriptionId, prescriptionId));
  return row ?? null;
}

/** The author's earlier prescription with this client number (RULES 17). */
export function findByClientRef(
  db: Database,
  authorId: string,
  clientRef: string,
): Promise<PrescriptionView | null> {
  return findOne(db, and(eq(prescriptions.authorId, authorId), eq(prescriptions.clientRef, clientRef)));
}

/** Escapes `%` and `_`, so that LIKE matches the text literally. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export interface PrescriptionSearch {
  readonly scope: SQL | undefined;
  readonly q: string | undefined;
  readonly used: boolean | undefined;
  readonly page: number;
  readonly limit: number;
}

/** Returns one page, the most recent first, how many match, and how many of the whole scope are used or not. */
export async function searchPrescriptions(db: Database, search: PrescriptionSearch) {
  const { scope, q, used, page, limit } = search;
  const name = sql`strpos(lower(unaccent(${prescriptions.patientName})), lower(unaccent(${q ?? ''}))) > 0`;
  const matching = q ? or(name, ilike(prescriptions.number, `%${escapeLike(q)}%`)) : undefined;
  const isUsed =
    used === undefined
      ? undefined
      : used
        ? isNotNull(prescriptions.usedById)
        : isNull(prescriptions.usedById);
  const where = and(scope, matching, isUsed);
  const rows = await selectPrescriptions(db)
    .where(where)
    .orderBy(desc(prescriptions.createdAt), desc(prescriptions.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const [found] = await db.select({ total: count() }).from(prescriptions).where(where);
  const [counts] = await db
    .select({ all: count(), used: count(prescriptions.usedById) })
    .from(prescriptions)
    .where(scope);
  const { all = 0, used: usedCount = 0 } = counts ?? {};
  return {
    rows: await withItems(db, rows),
    total: found?.total ?? 0,
    counts: { used: usedCount, pending: all - usedCount },
  };
}
