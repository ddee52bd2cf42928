import type { Balance } from '@amasin/domain/benefits/journal.ts';
import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { entries } from '../database/schema/ledger.ts';
import { payoutAccounts } from '../database/schema/money/payouts.ts';
import { users } from '../database/schema/users.ts';

// Earnings are credits, payouts are debits; a payout that did not arrive is a credit of its own account. Sums in FCFA stay far below `Number.MAX_SAFE_INTEGER`.
const earned =
  sql<number>`coalesce(-sum(${entries.amount}) filter (where ${entries.amount} < 0 and ${entries.account} <> 'returned'), 0)`
    .mapWith(Number)
    .as('earned');
const paid =
  sql<number>`coalesce(sum(${entries.amount}) filter (where ${entries.amount} > 0 or ${entries.account} = 'returned'), 0)`
    .mapWith(Number)
    .as('paid');

const ofPartners = inArray(entries.account, ['partner', 'returned']);

const zeroBalance: Balance = { total: 0, totalPaid: 0 };

/**
 * The platform's own share. Earnings and payouts are summed apart, each by its range of the index: half the time of two
 * filtered sums over all rows.
 */
export async function sumPlatformBalance(db: Database): Promise<Balance> {
  const { rows } = await db.execute<{ earned: number; paid: number }>(
    sql`select 0 - ${sumOfPlatform(sql`< 0`)} as earned, ${sumOfPlatform(sql`> 0`)} as paid`,
  );
  return { total: rows[0]?.earned ?? 0, totalPaid: rows[0]?.paid ?? 0 };
}

/** What was paid out to the platform, without reading what it earned. */
export async function sumPlatformPayouts(db: Database): Promise<number> {
  const { rows } = await db.execute<{ paid: number }>(sql`select ${sumOfPlatform(sql`> 0`)} as paid`);
  return rows[0]?.paid ?? 0;
}

/** Its account has no beneficiary. */
const sumOfPlatform = (sign: SQL): SQL =>
  sql`coalesce((select sum(${entries.amount}) from ${entries}
    where ${entries.account} = 'platform' and ${entries.beneficiaryId} is null and ${entries.amount} ${sign}), 0)::float8`;

/** Balances by partner id; a partner without earnings has no entry. */
export async function sumPartnerBalances(
  db: Database,
  partnerIds: readonly string[],
): Promise<Map<string, Balance>> {
  const rows = await db
    .select({ id: entries.beneficiaryId, total: earned, totalPaid: paid })
    .from(entries)
    .where(and(ofPartners, inArray(entries.beneficiaryId, [...partnerIds])))
    .groupBy(entries.beneficiaryId);
  return new Map(rows.flatMap(({ id, ...balance }) => (id === null ? [] : [[id, balance]])));
}

export async function sumPartnerBalance(db: Database, partnerId: string): Promise<Balance> {
  return (await sumPartnerBalances(db, [partnerId])).get(partnerId) ?? zeroBalance;
}

/** Every partner with earnings, and every active partner without, in French alphabetical order. */
export async function findPartnersWithBalance(db: Database) {
  const sums = db
    .select({ id: entries.beneficiaryId, earned, paid })
    .from(entries)
    .where(ofPartners)
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
      operator: payoutAccounts.operator,
      payoutPhone: payoutAccounts.phone,
    })
    .from(users)
    .leftJoin(sums, eq(sums.id, users.id))
    .leftJoin(payoutAccounts, eq(payoutAccounts.userId, users.id))
    .where(or(isNotNull(sums.id), and(eq(users.type, 'partnerDoctor'), eq(users.active, true))))
    .orderBy(sql`${users.name} collate "french"`, users.id);
}

export type PartnerWithBalance = Awaited<ReturnType<typeof findPartnersWithBalance>>[number];
