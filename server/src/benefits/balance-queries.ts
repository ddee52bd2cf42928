import { type Account, type Balance, remainingOf } from '@amasin/domain/benefits/journal.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { noSums, type Sums } from '@amasin/domain/statements/sums.ts';
import { and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { entries, payoutAccounts } from '../database/schema/payouts.ts';
import { users } from '../database/schema/users.ts';

const zeroBalance: Balance = { total: 0, totalPaid: 0 };

/** Sums the platform's own share. Its account has no beneficiary. */
export async function sumPlatformBalance(db: Database): Promise<Balance> {
  const ofPlatform = sql`${entries.account} in ('platform', 'corrected') and ${entries.beneficiaryId} is null`;
  const [sums] = (await sumShares(db, sql`1`, ofPlatform)).values();
  return sums === undefined ? zeroBalance : balanceOf(sums);
}

/** Sums balances by the id of a payee; one without earnings is missing. */
export async function sumBalances(db: Database, payeeIds: readonly string[]): Promise<Map<string, Balance>> {
  const which = inArray(entries.beneficiaryId, [...payeeIds]);
  const sums = await sumShares(db, entries.beneficiaryId, which);
  return new Map([...sums].map(([id, one]) => [id, balanceOf(one)]));
}

export async function sumBalance(db: Database, payeeId: string): Promise<Balance> {
  return (await sumBalances(db, [payeeId])).get(payeeId) ?? zeroBalance;
}

export interface PayeeTotals extends Balance {
  readonly type: UserType;
  readonly verified: boolean;
}

/** Finds the platform's balance, those of the payees with earnings, and the sums of all accounts; without names. */
export async function findTotals(
  db: Database,
): Promise<{ platform: Balance; payees: readonly PayeeTotals[]; sums: LedgerSums }> {
  const { platform, balances, sums } = await readBalances(db);
  const payees = await db
    .select({ id: users.id, type: users.type, verified: users.verified })
    .from(users)
    .where(isOneOf([...balances.keys()]));
  return {
    platform,
    payees: payees.map(({ id, ...one }) => ({ ...(balances.get(id) ?? zeroBalance), ...one })),
    sums,
  };
}

const isPartner = sql`${users.type} = 'partnerDoctor'`;

async function readBalances(db: Database) {
  const sums = await readSums(db);
  const shares = new Map<string, Sums>();
  for (const { account, owner, ...ofAccount } of sums.values())
    if (owner !== null) shares.set(owner, addShares(shares.get(owner), account, ofAccount));
  const balances = new Map([...shares].map(([owner, one]) => [owner, balanceOf(one)]));
  const platform = balances.get(PLATFORM) ?? zeroBalance;
  balances.delete(PLATFORM);
  return { platform, balances, sums };
}

/**
 * Finds the platform's balance, and those of every partner with earnings and every active partner without, in French alphabetical
 * order. The sums are those of the whole ledger; only what was added since the last call is read.
 */
export async function findBalances(db: Database) {
  const { platform, balances, sums } = await readBalances(db);
  const isShown = and(isPartner, or(isOneOf([...balances.keys()]), users.active));
  const partners = await findPayees(db, isShown);
  return {
    platform,
    partners: partners.map((one) => ({ ...one, ...(balances.get(one.id) ?? zeroBalance) })),
    sums,
  };
}

/** Finds the balances of all payees with earnings, in the same order; one who owes nothing and is owed nothing is left out. */
export async function findDebts(db: Database) {
  const { balances } = await readBalances(db);
  const open = [...balances].filter(([, balance]) => remainingOf(balance) !== 0).map(([id]) => id);
  const payees = await findPayees(db, isOneOf(open));
  return payees.map((one) => ({ ...one, ...(balances.get(one.id) ?? zeroBalance) }));
}

const findPayees = (db: Database, which: SQL | undefined) =>
  db
    .select({
      id: users.id,
      name: users.name,
      type: users.type,
      titrePartenaire: users.titrePartenaire,
      verified: users.verified,
      operator: payoutAccounts.operator,
      payoutPhone: payoutAccounts.phone,
      accountChangedAt: payoutAccounts.changedAt,
    })
    .from(users)
    .leftJoin(payoutAccounts, eq(payoutAccounts.userId, users.id))
    .where(which)
    .orderBy(sql`${users.name} collate "french"`, users.id);

const isOneOf = (ids: readonly string[]) => sql`${users.id} = any(${sql.param([...ids])}::uuid[])`;

const balanceOf = ({ earned, corrected, paid, returned }: Sums): Balance => ({
  total: earned - corrected,
  totalPaid: paid - returned,
});

export type PartnerWithBalance = Awaited<ReturnType<typeof findBalances>>['partners'][number];
export type PayeeWithBalance = Awaited<ReturnType<typeof findDebts>>[number];

/** Credits and debits of some entries, FCFA; sums stay far below `Number.MAX_SAFE_INTEGER`. */
interface Turnover {
  readonly lines: number;
  readonly credits: number;
  readonly debits: number;
}

const turnover = sql`count(*)::int as lines,
  coalesce(sum(-${entries.amount}) filter (where ${entries.amount} < 0), 0)::float8 as credits,
  coalesce(sum(${entries.amount}) filter (where ${entries.amount} > 0), 0)::float8 as debits`;

/** Adds an account of an owner to what the owner earned and got. */
function addShares(before: Sums = noSums, account: Account, { lines, credits, debits }: Turnover): Sums {
  const added = { ...before, lines: before.lines + lines };
  if (account === 'returned') return { ...added, returned: before.returned + credits };
  if (account === 'corrected') return { ...added, corrected: before.corrected + debits };
  return { ...added, earned: before.earned + credits, paid: before.paid + debits };
}

/** Sums these entries in the groups of a text. */
export async function sumShares(
  db: Database,
  by: SQLWrapper,
  which: SQL,
): Promise<ReadonlyMap<string, Sums>> {
  const { rows } = await db.execute<Record<string, unknown> & Turnover & { group: string; account: Account }>(
    sql`select ${by} as group, ${entries.account}, ${turnover} from ${entries} where ${which} group by 1, 2`,
  );
  const groups = new Map<string, Sums>();
  for (const { group, account, ...ofAccount } of rows)
    groups.set(group, addShares(groups.get(group), account, ofAccount));
  return groups;
}

const PLATFORM = 'platform';

/** The sums of an account of an owner: a payee, the platform, or nobody. */
interface AccountSums extends Turnover {
  readonly account: Account;
  readonly owner: string | null;
}

export type LedgerSums = ReadonlyMap<string, AccountSums>;

/** The sums of all entries up to a transaction, which no later entry can change. */
interface SettledSums {
  readonly sums: LedgerSums;
  /** The last transaction whose entries are in them; 0 without entries. */
  readonly upTo: number;
  /** PostgreSQL was started then. */
  readonly startedAt: string | null;
}

const nothingSettled: SettledSums = { sums: new Map(), upTo: 0, startedAt: null };

interface Row extends AccountSums {
  readonly settled: boolean;
  readonly upTo: number;
}

interface Found extends Record<string, unknown> {
  readonly startedAt: string;
  readonly rows: readonly Row[] | null;
}

const settledSums = new WeakMap<Database, Promise<SettledSums>>();

/**
 * Reads the sums of each account of each owner, over the whole ledger. Entries are only ever appended: once a transaction and
 * all before it are over, the sums up to it are settled. This process caches them, and the next call reads only the entries since,
 * because each order has several (decision 59).
 */
async function readSums(db: Database): Promise<LedgerSums> {
  const before = settledSums.get(db);
  if (before !== undefined) {
    const { sums, settled } = await addEntriesSince(db, await before);
    settledSums.set(db, Promise.resolve(settled));
    return sums;
  }
  // The first call reads the whole ledger: those that come meanwhile wait for it.
  const first = addEntriesSince(db, nothingSettled);
  const settling = first.then(({ settled }) => settled);
  settledSums.set(db, settling);
  settling.catch(() => settledSums.delete(db));
  return (await first).sums;
}

/**
 * Adds the entries since the settled sums. `upTo` is always the transaction of an entry that was read: after a crash, PostgreSQL may
 * give the numbers of lost transactions again. After a restart everything is read again: it may be another server, or an earlier
 * state.
 */
async function addEntriesSince(
  db: Database,
  { sums, upTo, startedAt }: SettledSums,
): Promise<{ sums: LedgerSums; settled: SettledSums }> {
  const owner = sql`coalesce(${entries.beneficiaryId}::text,
    case when ${entries.account} in ('platform', 'corrected') then ${sql.raw(`'${PLATFORM}'`)} end)`;
  const { rows } = await db.execute<Found>(sql`
    select pg_postmaster_start_time()::text as "startedAt", (select json_agg(sums) from (
      select ${entries.account}, ${owner} as owner,
        ${entries.transaction} < pg_snapshot_xmin(pg_current_snapshot()) as settled,
        max(${entries.transaction}::text::bigint)::float8 as "upTo", ${turnover}
      from ${entries}
      where ${entries.transaction} > ${String(upTo)}::xid8
      group by 1, 2, 3
    ) sums) as rows`);
  const [found] = rows;
  if (found === undefined) throw new Error('no sums were returned');
  if (startedAt !== null && found.startedAt !== startedAt) return addEntriesSince(db, nothingSettled);
  const added = found.rows ?? [];
  const over = added.filter(({ settled }) => settled);
  const settled = {
    sums: addAll(sums, over),
    upTo: Math.max(upTo, ...over.map((row) => row.upTo)),
    startedAt: found.startedAt,
  };
  const open = added.filter((row) => !row.settled);
  return { sums: addAll(settled.sums, open), settled };
}

function addAll(sums: LedgerSums, rows: readonly Row[]): LedgerSums {
  const added = new Map(sums);
  for (const { account, owner, lines, credits, debits } of rows) {
    const key = `${account} ${owner}`;
    const before = added.get(key) ?? { lines: 0, credits: 0, debits: 0 };
    added.set(key, {
      account,
      owner,
      lines: before.lines + lines,
      credits: before.credits + credits,
      debits: before.debits + debits,
    });
  }
  return added;
}
