import type { Balance } from '@amasin/domain/benefits/journal.ts';
import type { Sums } from '@amasin/domain/statements/sums.ts';
import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { entries, payoutAccounts } from '../database/schema/payouts.ts';
import { users } from '../database/schema/users.ts';

const ofPartners = inArray(entries.account, ['partner', 'returned']);

const zeroBalance: Balance = { total: 0, totalPaid: 0 };

/** Sums the platform's own share. Its account has no beneficiary. */
export async function sumPlatformBalance(db: Database): Promise<Balance> {
  const ofPlatform = sql`${entries.account} = 'platform' and ${entries.beneficiaryId} is null`;
  const [sums] = (await sumShares(db, entries.account, ofPlatform)).values();
  return sums === undefined ? zeroBalance : balanceOf(sums);
}

/** Sums balances by partner id; a partner without earnings is missing. */
export async function sumPartnerBalances(
  db: Database,
  partnerIds: readonly string[],
): Promise<Map<string, Balance>> {
  const which = sql`${ofPartners} and ${inArray(entries.beneficiaryId, [...partnerIds])}`;
  const sums = await sumShares(db, entries.beneficiaryId, which);
  return new Map([...sums].map(([id, one]) => [id, balanceOf(one)]));
}

export async function sumPartnerBalance(db: Database, partnerId: string): Promise<Balance> {
  return (await sumPartnerBalances(db, [partnerId])).get(partnerId) ?? zeroBalance;
}

const PLATFORM = 'platform';

export interface PartnerTotals extends Balance {
  readonly verified: boolean;
}

/** Finds the platform's balance and those of the partners with earnings; unlike `findBalances`, without their names. */
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
 * Finds the platform's balance, and those of every partner with earnings and every active partner without, in French alphabetical
 * order. The sums are those of the whole ledger; only what was added since the last call is read.
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

const isOneOf = (ids: readonly string[]) => sql`${users.id} = any(${sql.param([...ids])}::uuid[])`;

const balanceOf = ({ earned, paid, returned }: ShareSums): Balance => ({
  total: earned,
  totalPaid: paid - returned,
});

export type PartnerWithBalance = Awaited<ReturnType<typeof findBalances>>['partners'][number];

/** Sums of shares of the commission and of payouts, FCFA, and how many lines they have. */
type ShareSums = Pick<Sums, 'lines' | 'earned' | 'paid' | 'returned'>;

/** The keys are what the entries are grouped by; a group without entries is missing. */
type GroupedSums = ReadonlyMap<string, ShareSums>;

/** Earnings and returns are credits, payouts are debits. Sums in FCFA stay far below `Number.MAX_SAFE_INTEGER`. */
const sumOf = (sign: SQL, condition: SQL) =>
  sql`coalesce(sum(${sign}${entries.amount}) filter (where ${condition}), 0)::float8`;
const isReturn = sql`${entries.account} = 'returned'`;
const isShare = sql`${entries.amount} < 0 and not ${isReturn}`;
const isPayout = sql`${entries.amount} > 0 and not ${isReturn}`;
const sums = sql`count(*)::int as lines, ${sumOf(sql`-`, isShare)} as earned, ${sumOf(sql``, isPayout)} as paid,
  ${sumOf(sql`-`, isReturn)} as returned`;

/** Sums these entries in the groups of a text. */
export async function sumShares(db: Database, by: SQLWrapper, which: SQL): Promise<GroupedSums> {
  const { rows } = await db.execute<ShareSums & { group: string }>(
    sql`select ${by} as group, ${sums} from ${entries} where ${which} group by 1`,
  );
  return new Map(rows.map(({ group, ...ofGroup }) => [group, ofGroup]));
}

/** The sums of all entries up to a transaction, which no later entry can change. */
interface SettledSums {
  readonly groups: GroupedSums;
  /** The last transaction whose entries are in them; 0 without entries. */
  readonly upTo: number;
  /** PostgreSQL was started then. */
  readonly startedAt: string | null;
}

const nothingSettled: SettledSums = { groups: new Map(), upTo: 0, startedAt: null };

interface Row extends ShareSums {
  readonly group: string;
  readonly settled: boolean;
  readonly upTo: number;
}

interface Found extends Record<string, unknown> {
  readonly startedAt: string;
  readonly rows: readonly Row[] | null;
}

const settledSums = new WeakMap<Database, Promise<SettledSums>>();

/**
 * Reads the sums of the platform and of each partner, over all their entries. Entries are only ever appended: once a transaction and
 * all before it are over, the sums up to it are settled. This process caches them, and the next call reads only the entries since,
 * because the platform has one for each order that ended (decision 59).
 */
async function readSums(db: Database): Promise<GroupedSums> {
  const before = settledSums.get(db);
  if (before !== undefined) {
    const { groups, settled } = await addEntriesSince(db, await before);
    settledSums.set(db, Promise.resolve(settled));
    return groups;
  }
  // The first call reads the whole ledger: those that come meanwhile wait for it.
  const first = addEntriesSince(db, nothingSettled);
  const settling = first.then(({ settled }) => settled);
  settledSums.set(db, settling);
  settling.catch(() => settledSums.delete(db));
  return (await first).groups;
}

/**
 * Adds the entries since the settled sums. `upTo` is always the transaction of an entry that was read: after a crash, PostgreSQL may
 * give the numbers of lost transactions again. After a restart everything is read again: it may be another server, or an earlier
 * state.
 */
async function addEntriesSince(
  db: Database,
  { groups, upTo, startedAt }: SettledSums,
): Promise<{ groups: GroupedSums; settled: SettledSums }> {
  const { rows } = await db.execute<Found>(sql`
    select pg_postmaster_start_time()::text as "startedAt", (select json_agg(sums) from (
      select coalesce(${entries.beneficiaryId}::text, ${sql.raw(`'${PLATFORM}'`)}) as group,
        ${entries.transaction} < pg_snapshot_xmin(pg_current_snapshot()) as settled,
        max(${entries.transaction}::text::bigint)::float8 as "upTo", ${sums}
      from ${entries}
      where ${entries.account} in ('platform', 'partner', 'returned') and ${entries.transaction} > ${String(upTo)}::xid8
      group by 1, 2
    ) sums) as rows`);
  const [found] = rows;
  if (found === undefined) throw new Error('no sums were returned');
  if (startedAt !== null && found.startedAt !== startedAt) return addEntriesSince(db, nothingSettled);
  const added = found.rows ?? [];
  const over = added.filter(({ settled }) => settled);
  const settled = {
    groups: addAll(groups, over),
    upTo: Math.max(upTo, ...over.map((row) => row.upTo)),
    startedAt: found.startedAt,
  };
  const open = added.filter((row) => !row.settled);
  return { groups: addAll(settled.groups, open), settled };
}

function addAll(groups: GroupedSums, rows: readonly Row[]): GroupedSums {
  const added = new Map(groups);
  for (const { group, lines, earned, paid, returned } of rows) {
    const before = added.get(group) ?? { lines: 0, earned: 0, paid: 0, returned: 0 };
    added.set(group, {
      lines: before.lines + lines,
      earned: before.earned + earned,
      paid: before.paid + paid,
      returned: before.returned + returned,
    });
  }
  return added;
}
