import { DAY_MS, HOUR_MS, MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { beforeInquiry, type InquiryState, isRare, RARE_DAYS } from '@amasin/domain/inquiries/inquiry.ts';
import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import {
  type InquiryLineRow,
  type InquiryRow,
  inquiries,
  inquiryLines,
} from '../database/schema/inquiries.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { orders } from '../database/schema/orders.ts';
import { prescriptionItems } from '../database/schema/prescriptions.ts';
import { pushSubscriptions, sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { type Seen, seen } from '../scopes/seen.ts';

/** An inquiry with the name of its pharmacy and its lines. */
export interface InquiryView {
  readonly row: InquiryRow;
  readonly pharmacy: string;
  readonly phone: string | null;
  readonly lines: readonly InquiryLine[];
}

export type InquiryLine = InquiryLineRow & { readonly form: MedicationRow['form'] };

async function withLines(db: Database, found: readonly Omit<InquiryView, 'lines'>[]): Promise<InquiryView[]> {
  if (found.length === 0) return [];
  const lines = await db
    .select({ line: inquiryLines, form: medications.form })
    .from(inquiryLines)
    .innerJoin(medications, eq(medications.id, inquiryLines.medicationId))
    .where(
      inArray(
        inquiryLines.inquiryId,
        found.map(({ row }) => row.id),
      ),
    )
    .orderBy(asc(inquiryLines.position));
  const linesOf = Map.groupBy(
    lines.map(({ line, form }) => ({ ...line, form })),
    ({ inquiryId }) => inquiryId,
  );
  return found.map((one) => ({ ...one, lines: linesOf.get(one.row.id) ?? [] }));
}

const withPharmacy = (db: Database) =>
  db
    .select({ row: inquiries, pharmacy: users.name, phone: users.phone })
    .from(inquiries)
    .innerJoin(users, eq(users.id, inquiries.pharmacyId));

/** Finds the inquiries of the last round of an order, the first first. */
export async function findRound(db: Database, orderId: string): Promise<InquiryView[]> {
  const last = sql`(select max(round) from ${inquiries} where order_id = ${orderId})`;
  const found = await withPharmacy(db)
    .where(and(eq(inquiries.orderId, orderId), sql`${inquiries.round} = ${last}`))
    .orderBy(asc(inquiries.askedAt), asc(inquiries.id));
  return withLines(db, found);
}

/** @returns null when this pharmacy is not asked so */
export async function findInquiryOf(
  db: Database,
  pharmacyId: string,
  id: string,
): Promise<Seen<InquiryView> | null> {
  const found = await withPharmacy(db).where(and(eq(inquiries.id, id), eq(inquiries.pharmacyId, pharmacyId)));
  const [view] = await withLines(db, found);
  return view === undefined ? null : seen(view);
}

type ListedInquiry = InquiryView & {
  readonly order: { number: string; zoneLabel: string; prescriptionId: string | null };
};

/** What a pharmacy is asked and what it keeps, and for a while what another one had or is not kept any more: what is open first, the first first. */
export function findInquiriesOf(
  db: Database,
  pharmacyId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<ListedInquiry[]> {
  const ago = (hours: number) => sql`${new Date(now.getTime() - hours * HOUR_MS).toISOString()}::timestamptz`;
  const isListed = and(
    eq(inquiries.pharmacyId, pharmacyId),
    sql`${inquiries.askedAt} > ${ago(24)}`,
    sql`(${inquiries.state} in ('asked', 'answered') or ${inquiries.state} = 'silent' and ${inquiries.askedAt} > ${ago(2)}
      or ${inquiries.state} in ('found', 'lapsed', 'ended') and greatest(${inquiries.askedAt}, ${inquiries.heldUntil}) > ${ago(0.5)})`,
    // It is asked anew.
    sql`not exists (select from ${inquiries} later where later.order_id = ${inquiries.orderId}
      and later.pharmacy_id = ${inquiries.pharmacyId} and later.round > ${inquiries.round})`,
    // Nobody had to look: there is nothing to say or to put aside.
    sql`exists (select from ${inquiryLines} where inquiry_id = ${inquiries.id} and known is null)`,
  );
  return findListed(db, isListed, limit);
}

/** Finds an inquiry as its pharmacy reads it, whatever became of it. */
export async function findOneOf(db: Database, pharmacyId: string, id: string): Promise<ListedInquiry | null> {
  const [found] = await findListed(db, and(eq(inquiries.pharmacyId, pharmacyId), eq(inquiries.id, id)), 1);
  return found ?? null;
}

async function findListed(db: Database, where: SQL | undefined, limit: number): Promise<ListedInquiry[]> {
  const found = await db
    .select({
      row: inquiries,
      pharmacy: users.name,
      phone: users.phone,
      order: { number: orders.number, zoneLabel: orders.zoneLabel, prescriptionId: orders.prescriptionId },
    })
    .from(inquiries)
    .innerJoin(users, eq(users.id, inquiries.pharmacyId))
    .innerJoin(orders, eq(orders.id, inquiries.orderId))
    .where(where)
    // What is over never hides what rings.
    .orderBy(
      desc(inArray(inquiries.state, ['asked', 'silent', 'answered'])),
      asc(inquiries.askedAt),
      asc(inquiries.id),
    )
    .limit(limit);
  const lines = new Map((await withLines(db, found)).map((view) => [view.row.id, view]));
  return found.flatMap(({ row, order }) => {
    const view = lines.get(row.id);
    return view === undefined ? [] : [{ ...view, order }];
  });
}

type Offered = 'offeredId' | 'offeredLabel' | 'offeredPrice' | 'note';
type NewLine = Omit<InquiryLineRow, 'inquiryId' | 'position' | Offered> &
  Partial<Pick<InquiryLineRow, Offered>>;

export async function insertInquiry(
  tx: Database,
  row: typeof inquiries.$inferInsert & { id: string },
  lines: readonly NewLine[],
): Promise<void> {
  await tx.insert(inquiries).values(row);
  await tx
    .insert(inquiryLines)
    .values(lines.map((line, position) => ({ ...line, position, inquiryId: row.id })));
}

/** Moves an inquiry on. @returns false when that does not follow from its state any more */
export async function moveInquiry(
  tx: Database,
  id: string,
  change: Partial<typeof inquiries.$inferInsert> & { state: InquiryState },
): Promise<boolean> {
  const moved = await tx
    .update(inquiries)
    .set(change)
    .where(and(eq(inquiries.id, id), inArray(inquiries.state, beforeInquiry(change.state))))
    .returning({ id: inquiries.id });
  return moved.length > 0;
}

/** Ends all inquiries of an order that may still lead to something; what was agreed to does not hold any more. */
export async function endInquiries(tx: Database, orderId: string): Promise<void> {
  await clearTaken(tx, orderId);
  await tx
    .update(inquiries)
    .set({ state: 'ended' })
    .where(and(eq(inquiries.orderId, orderId), inArray(inquiries.state, beforeInquiry('ended'))));
}

/** Notes that somebody at the pharmacy has opened it; the first time stays. */
export async function setSeen(db: Database, id: string, at: Date): Promise<void> {
  await db
    .update(inquiries)
    .set({ seenAt: sql`coalesce(${inquiries.seenAt}, ${at.toISOString()}::timestamptz)` })
    .where(and(eq(inquiries.id, id), inArray(inquiries.state, ['asked', 'silent'])));
}

export async function setTold(tx: Database, id: string, at: Date): Promise<void> {
  await tx.update(inquiries).set({ toldAt: at }).where(eq(inquiries.id, id));
}

/** Notes which answer the customer agreed to: one of a round. */
export async function setTaken(tx: Database, { orderId, id }: InquiryRow, at: Date): Promise<void> {
  await clearTaken(tx, orderId);
  await tx.update(inquiries).set({ takenAt: at }).where(eq(inquiries.id, id));
}

/** Forgets which answer the customer agreed to. */
export async function clearTaken(tx: Database, orderId: string): Promise<void> {
  await tx
    .update(inquiries)
    .set({ takenAt: null })
    .where(and(eq(inquiries.orderId, orderId), sql`${inquiries.takenAt} is not null`));
}

export type AnsweredLine = Pick<
  InquiryLineRow,
  'answer' | 'offeredId' | 'offeredLabel' | 'offeredPrice' | 'note'
>;

/** Writes what a pharmacy answers about a medicine: somebody has looked now. */
export async function setAnswer(
  tx: Database,
  inquiryId: string,
  medicationId: string,
  answered: AnsweredLine,
): Promise<void> {
  await tx
    .update(inquiryLines)
    .set({ ...answered, known: null })
    .where(and(eq(inquiryLines.inquiryId, inquiryId), eq(inquiryLines.medicationId, medicationId)));
}

/** Finds what these pharmacies confirmed of medicines since then, for other orders than this one: the last that each said. */
export async function findConfirmed(
  db: Database,
  {
    pharmacyIds,
    medicationIds,
    since,
    orderId,
  }: {
    readonly pharmacyIds: readonly string[];
    readonly medicationIds: readonly string[];
    readonly since: Date;
    readonly orderId: string | null;
  },
): Promise<{ pharmacyId: string; medicationId: string; quantity: number }[]> {
  const { rows } = await db.execute<{
    pharmacyId: string;
    medicationId: string;
    quantity: number;
    answer: string;
  }>(sql`
    select distinct on (i.pharmacy_id, l.medication_id) i.pharmacy_id as "pharmacyId", l.medication_id as "medicationId", l.quantity, l.answer
    from inquiry_lines l join inquiries i on i.id = l.inquiry_id
    where l.medication_id = any(${sql.param(medicationIds)}::uuid[]) and i.pharmacy_id = any(${sql.param(pharmacyIds)}::uuid[])
      and i.answered_at > ${since.toISOString()}::timestamptz and l.known is null
      and i.order_id is distinct from ${orderId}::uuid
    order by i.pharmacy_id, l.medication_id, i.answered_at desc`);
  return rows.filter(({ answer }) => answer === 'there');
}

/** Whether one of these medicines is known to be rare. */
export async function hasRare(db: Database, medicationIds: readonly string[], now: Date): Promise<boolean> {
  const rows = await db
    .select({
      missing: sql<number>`(count(distinct ${inquiries.pharmacyId}) filter (where ${inquiryLines.answer} = 'missing'))::int`,
      answers: sql<number>`(count(distinct ${inquiries.pharmacyId}))::int`,
    })
    .from(inquiryLines)
    .innerJoin(inquiries, eq(inquiries.id, inquiryLines.inquiryId))
    .where(
      and(
        inArray(inquiryLines.medicationId, [...medicationIds]),
        gt(inquiries.answeredAt, new Date(now.getTime() - RARE_DAYS * DAY_MS)),
      ),
    )
    .groupBy(inquiryLines.medicationId);
  return rows.some(isRare);
}

/** A device counts as used so long after its last call. */
const USED_MS = 15 * MINUTE_MS;

/** Which of these pharmacies would notice: a device that was just used, or one that receives pushes. */
export async function findReachable(db: Database, ids: readonly string[], now: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: sessions.userId })
    .from(sessions)
    .leftJoin(pushSubscriptions, eq(pushSubscriptions.sessionHash, sessions.tokenHash))
    .where(
      and(
        inArray(sessions.userId, [...ids]),
        gt(sessions.expiresAt, now),
        sql`(${pushSubscriptions.id} is not null or ${sessions.lastSeenAt} > ${new Date(now.getTime() - USED_MS).toISOString()}::timestamptz)`,
      ),
    )
    .groupBy(sessions.userId);
  return new Set(rows.map(({ id }) => id));
}

/** Finds orders of which an inquiry is due: nobody opened it, nobody answered, or what was kept lapses. */
export async function findDue(
  db: Database,
  { at, unseenSince, limit }: { at: Date; unseenSince: Date; limit: number },
): Promise<string[]> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const rows = await db
    .select({ id: inquiries.orderId })
    .from(inquiries)
    .where(
      sql`${inquiries.state} in ('asked', 'answered') and (
        ${inquiries.state} = 'asked' and (${inquiries.nextAt} <= ${now}
          or ${inquiries.seenAt} is null and ${inquiries.toldAt} is null and ${inquiries.askedAt} <= ${unseenSince.toISOString()}::timestamptz)
        or ${inquiries.state} = 'answered' and ${inquiries.heldUntil} <= ${now})`,
    )
    .groupBy(inquiries.orderId)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Finds the medicines of prescriptions for which no other one may be given. */
export async function findFixed(
  db: Database,
  prescriptionIds: readonly string[],
): Promise<{ prescriptionId: string; medicationId: string }[]> {
  if (prescriptionIds.length === 0) return [];
  return db
    .select({
      prescriptionId: prescriptionItems.prescriptionId,
      medicationId: prescriptionItems.medicationId,
    })
    .from(prescriptionItems)
    .where(
      and(
        inArray(prescriptionItems.prescriptionId, [...prescriptionIds]),
        sql`${prescriptionItems.fixedReason} is not null`,
      ),
    );
}
