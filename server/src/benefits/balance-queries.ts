import type { Balance } from '@amasin/domain/benefits/journal.ts';
import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
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

/** The platform's own share. */
export async function sumPlatformBalance(db: Database): Promise<Balance> {
  const [sums] = await db
    .select({ total: earned, totalPaid: paid })
    .from(entries)
    .where(eq(entries.account, 'platform'));
  return sums ?? zeroBalance;
}

/** What was paid out to the platform, without reading what it earned. */
export async function sumPlatformPayouts(db: Database): Promise<number> {
  const [sums] = await db
    .select({ paid })
    .from(entries)
    .where(and(eq(entries.account, 'platform'), isNull(entries.beneficiaryId), gt(entries.amount, 0)));
  return sums?.paid ?? 0;
}

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
