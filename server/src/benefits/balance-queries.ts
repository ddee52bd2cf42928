import type { Balance } from '@amasin/domain/benefits/journal.ts';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { entries } from '../database/schema/ledger.ts';
import { payoutAccounts } from '../database/schema/money/payouts.ts';
import { users } from '../database/schema/users.ts';
import { unseen } from '../database/statements/unseen.ts';
import { ledgerSums, type ShareSums } from './summing/ledger-sums-queries.ts';

// Earnings are credits, payouts are debits; a payout that did not arrive is a credit of its own account.
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

/** The platform's own share. Its account has no beneficiary. */
export async function sumPlatformBalance(db: Database): Promise<Balance> {
  const [balance] = await db
    .select({ total: earned, totalPaid: paid })
    .from(entries)
    .where(and(eq(entries.account, 'platform'), isNull(entries.beneficiaryId)));
  return balance ?? zeroBalance;
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

const PLATFORM = 'platform';
const byOwner = sql`coalesce(${entries.beneficiaryId}::text, ${sql.raw(`'${PLATFORM}'`)})`;

const readSums = ledgerSums({
  by: byOwner,
  which: sql`${entries.account} in ('platform', 'partner', 'returned')`,
});

/** As `sumPartnerBalance`, but for reading only: of the ledger, only what was added since the last call is read. */
export async function readPartnerBalance(db: Database, partnerId: string): Promise<Balance> {
  const sums = (await readSums(db)).get(partnerId);
  return sums === undefined ? zeroBalance : balanceOf(sums);
}

export interface PartnerTotals extends Balance {
  readonly verified: boolean;
}

/** The platform's balance, and those of the partners with earnings: as `findBalances`, without who they are. */
export async function findTotals(
  db: Database,
): Promise<{ platform: Balance; partners: readonly PartnerTotals[] }> {
  const { platform, balances, earning } = await readBalances(db);
  const unverified = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isOneOf(earning), eq(users.verified, false)));
  const isUnverified = new Set(unverified.map(({ id }) => id));
  return {
    platform,
    partners: earning.map((id) => ({
      ...(balances.get(id) ?? zeroBalance),
      verified: !isUnverified.has(id),
    })),
  };
}

async function readBalances(db: Database) {
  const balances = new Map([...(await readSums(db))].map(([owner, one]) => [owner, balanceOf(one)]));
  const platform = balances.get(PLATFORM) ?? zeroBalance;
  return { platform, balances, earning: [...balances.keys()].filter((owner) => owner !== PLATFORM) };
}

/**
 * The platform's balance, and those of every partner with earnings and every active partner without, in French alphabetical order.
 * Sums of the whole ledger, of which only what was added since the last call is read.
 */
export async function findBalances(db: Database) {
  const { platform, balances, earning } = await readBalances(db);
  const partners = await db
    .select({
      id: users.id,
      name: users.name,
      titrePartenaire: users.titrePartenaire,
      verified: users.verified,
      operator: payoutAccounts.operator,
      payoutPhone: payoutAccounts.phone,
    })
    .from(users)
    .leftJoin(payoutAccounts, eq(payoutAccounts.userId, users.id))
    .where(or(isOneOf(earning), sql`${users.type} = 'partnerDoctor' and ${users.active}`))
    .orderBy(sql`${users.name} collate "french"`, users.id);
  return {
    platform,
    partners: partners.map((one) => ({ ...one, ...(balances.get(one.id) ?? zeroBalance) })),
  };
}

const isOneOf = (ids: readonly string[]) =>
  sql`${users.id} = any(${unseen(`{${ids.join()}}`, 'uuid[]')}::uuid[])`;

const balanceOf = ({ earned, paid, returned }: ShareSums): Balance => ({
  total: earned,
  totalPaid: paid - returned,
});

export type PartnerWithBalance = Awaited<ReturnType<typeof findBalances>>['partners'][number];
