import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { BlockingRule, KnownMedicine, SeenReason } from '@amasin/domain/warnings/warnings.ts';
import { RECENT_DAYS } from '@amasin/domain/warnings/warnings.ts';
import { count, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type OrderRow, orders } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { allergies, warnings } from '../database/schema/warnings.ts';

type Line = KnownMedicine & { readonly paidAt: Date | null } & Record<string, unknown>;

/** Lines `i` of orders `o` with what their medicines are made of, without those that were given back whole. */
const linesWhere = (where: ReturnType<typeof sql>) => sql`
  select i.medication_id as "medicationId", i.label, m.substances, o.paid_at as "paidAt"
  from ${orders} o join order_items i on i.order_id = o.id join medications m on m.id = i.medication_id
  where ${where} and i.quantity > coalesce((
    select sum(l.quantity) from refund_lines l where l.order_id = i.order_id and l.position = i.position), 0)
  order by o.paid_at, o.id, i.position`;

/** Finds the lines of an order as they are given. */
export async function findLines(db: Database, orderId: string): Promise<Line[]> {
  return (await db.execute<Line>(linesWhere(sql`o.id = ${orderId}`))).rows;
}

/** Finds the lines of what the same customer paid in the days before this order, or before now, the rest of one prescription apart. */
export async function findRecentLines(
  db: Database,
  { id, customerId, prescriptionId, paidAt }: OrderRow,
  now: Date,
): Promise<(Line & { paidAt: Date })[]> {
  const at = paidAt ?? now;
  const since = new Date(at.getTime() - RECENT_DAYS * DAY_MS);
  const { rows } = await db.execute<Line & { paidAt: string }>(
    linesWhere(sql`o.customer_id = ${customerId} and o.state not in ('pre-treatment', 'cancelled')
      and not coalesce(o.prescription_id = ${prescriptionId}::uuid, false) and o.paid_at > ${since.toISOString()} and (o.paid_at, o.id) < (${at.toISOString()}::timestamptz, ${id}::uuid)`),
  );
  return rows.map((row) => ({ ...row, paidAt: new Date(row.paidAt) }));
}

/** Finds what else is known: the patient's age on the prescription of an order, and what its customer wrote. */
export async function findKnown(
  db: Database,
  { customerId, prescriptionId }: OrderRow,
): Promise<{ ageMonths: number | null; allergies: string | null }> {
  const [found] = await db
    .select({ ageMonths: prescriptions.patientMonths, allergies: allergies.words })
    .from(users)
    .leftJoin(allergies, eq(allergies.userId, users.id))
    .leftJoin(prescriptions, sql`${prescriptions.id} = ${prescriptionId}::uuid`)
    .where(eq(users.id, customerId));
  return found ?? { ageMonths: null, allergies: null };
}

/** Finds what was said of an order, with who has seen it. */
export const findWarnings = (db: Database, orderId: string) =>
  db
    .select({ warning: warnings, by: users.name })
    .from(warnings)
    .leftJoin(users, eq(users.id, warnings.seenById))
    .where(eq(warnings.orderId, orderId));

interface Raised {
  readonly orderId: string;
  readonly rule: BlockingRule;
  readonly medications: readonly string[];
  readonly at: Date;
}

interface Seen {
  readonly pharmacyId: string;
  readonly reason: SeenReason;
  readonly note: string | null;
}

/** Stores a warning, and that its pharmacy has seen it. What was stored about these medicines before, or about more, stays. */
export async function storeWarning(
  db: Database,
  { orderId, rule, medications, at }: Raised,
  seen: Seen | null = null,
): Promise<void> {
  const now = at.toISOString();
  const ids = sql`${sql.param([...medications])}::uuid[]`;
  await db.execute(sql`
    insert into ${warnings} as w (order_id, rule, medications, raised_at, seen_at, seen_by_id, reason, note)
    select id, ${rule}, ${ids}, ${now}::timestamptz, ${seen && now}::timestamptz, ${seen?.pharmacyId ?? null}::uuid, ${seen?.reason ?? null}::text, ${seen?.note ?? null}::text
    from ${orders} where id = ${orderId} and state = 'pending' ${seen === null ? sql`` : sql`and pharmacy_id = ${seen.pharmacyId}`}
    on conflict (order_id, rule) do update set medications = excluded.medications,
      raised_at = case when excluded.medications <@ w.medications then w.raised_at else excluded.raised_at end,
      seen_at = excluded.seen_at, seen_by_id = excluded.seen_by_id, reason = excluded.reason, note = excluded.note
    where not (excluded.medications <@ w.medications) or excluded.seen_by_id is distinct from w.seen_by_id and excluded.seen_at is not null`);
}

/** Counts by rule what was raised since then, and what of it was passed over. */
export const countSince = (db: Database, since: Date) =>
  db
    .select({ rule: warnings.rule, raised: count(), seen: count(warnings.seenAt) })
    .from(warnings)
    .where(gt(warnings.raisedAt, since))
    .groupBy(warnings.rule);
