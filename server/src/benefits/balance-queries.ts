import type { Balance } from '@amasin/domain/benefits/journal.ts';
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { entries } from '../database/schema/ledger.ts';
import { users } from '../database/schema/users.ts';

// What is owed is written as a credit, what is paid of it as a debit. Sums of amounts are exact far beyond what we count.
const earned = sql<number>`coalesce(-sum(${entries.amount}) filter (where ${entries.amount} < 0), 0)`
  .mapWith(Number)
  .as('earned');
const paid = sql<number>`coalesce(sum(${entries.amount}) filter (where ${entries.amount} > 0), 0)`
  .mapWith(Number)
  .as('paid');

const nothing: Balance = { total: 0, totalPaid: 0 };

/** The platform's own share. */
export async function sumPlatformBalance(db: Database): Promise<Balance> {
  const [sums] = await db
    .select({ total: earned, totalPaid: paid })
    .from(entries)
    .where(eq(entries.account, 'platform'));
  return sums ?? nothing;
}

/** What these partners earned and were paid; whoever has earned nothing has no entry here. */
export async function sumPartnerBalances(
  db: Database,
  partnerIds: readonly string[],
): Promise<Map<string, Balance>> {
  const rows = await db
    .select({ id: entries.beneficiaryId, total: earned, totalPaid: paid })
    .from(entries)
    .where(and(eq(entries.account, 'partner'), inArray(entries.beneficiaryId, [...partnerIds])))
    .groupBy(entries.beneficiaryId);
  return new Map(rows.flatMap(({ id, ...balance }) => (id === null ? [] : [[id, balance]])));
}

/** The same of one partner. */
export async function sumPartnerBalance(db: Database, partnerId: string): Promise<Balance> {
  return (await sumPartnerBalances(db, [partnerId])).get(partnerId) ?? nothing;
}

/** Whoever ever earned, and every active partner who has not yet, in French order of names. */
export async function findPartnersWithBalance(db: Database) {
  const sums = db
    .select({ id: entries.beneficiaryId, earned, paid })
    .from(entries)
    .where(eq(entries.account, 'partner'))
    .groupBy(entries.beneficiaryId)
    .as('sums');
  return db
    .select({
      id: users.id,
      name: users.name,
      titrePartenaire: users.titrePartenaire,
      verified: users.verified,
      total: sql<number>`coalesce(${sums.earned}, 0)`.mapWith(Number),
      totalPaid: sql<number>`coalesce(${sums.paid}, 0)`.mapWith(Number),
    })
    .from(users)
    .leftJoin(sums, eq(sums.id, users.id))
    .where(or(isNotNull(sums.id), and(eq(users.type, 'partnerDoctor'), eq(users.active, true))))
    .orderBy(sql`${users.name} collate "french"`, users.id);
}

export type PartnerWithBalance = Awaited<ReturnType<typeof findPartnersWithBalance>>[number];
