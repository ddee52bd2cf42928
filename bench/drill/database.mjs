import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { findRunningPostgres } from '../../server/src/database/embedded/find-running.ts';
import { readPostmaster } from '../../server/src/database/embedded/postmaster.ts';
import { clusterFolder } from '../../server/src/database/embedded/prepare-home.ts';
import { brokenInvariants } from '../../server/src/testing/invariants/broken-invariants.ts';
import { unsentMessages } from '../../server/src/testing/invariants/unsent-messages.ts';

const RANKS = ['pending', 'delivering', 'delivered', 'ended'];
/**
 * How long no message may be sent while some wait, ms. The delivery that a kill interrupted expires after 30 s, which the queue
 * notices within a minute, and it is tried again 40 s later.
 */
const SENT_MS = 180_000;
const POLL_MS = 500;

/** Sends a signal to the postmaster of the folder and to all its processes. */
export function signalDatabase(dataDir, signal) {
  const postmaster = readPostmaster(clusterFolder(dataDir))?.pid ?? 0;
  if (postmaster === 0) return;
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

const childrenOf = (parent) =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);

function parentOf(pid) {
  try {
    // The name before it, in parentheses, may contain spaces.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[1]);
  } catch {
    return 0;
  }
}

/** Runs statements on the database of the running product. */
async function onDatabase(dataDir, work) {
  const pool = new pg.Pool({ ...findRunningPostgres(dataDir), max: 1 });
  pool.on('error', () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const superAdminsOf = async (pool) =>
  (await pool.query(`select count(*)::int as n from users where type = 'superAdmin'`)).rows[0].n;

/** Counted before the harm: no call changes it (I15). */
export const countSuperAdmins = (dataDir) => onDatabase(dataDir, superAdminsOf);

/**
 * What is wrong in the database: an acknowledged order or state that is missing (I16), an order that was stored twice,
 * another number of super administrators than before (I15), and the other invariants of RELIABILITY 3.
 * @param acknowledged order id → the furthest state that was acknowledged
 */
export const findFaults = (dataDir, acknowledged, superAdmins) =>
  onDatabase(dataDir, async (pool) => {
    // The load goes on meanwhile.
    const expected = [...acknowledged];
    const { rows } = await pool.query('select id, state from orders where id = any($1)', [
      expected.map(([id]) => id),
    ]);
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    const lost = expected.filter(([id, state]) => RANKS.indexOf(states.get(id)) < RANKS.indexOf(state));
    const doubled = await pool.query(
      `select address as id from orders where address like 'Lot %' group by 1 having count(*) > 1`,
    );
    const found = await superAdminsOf(pool);
    return [
      ...lost.map(([id, state]) => `I16 ${id} was ${state} and is ${states.get(id) ?? 'missing'}`),
      ...doubled.rows.map(({ id }) => `the order of ${id} was stored twice`),
      ...(found === superAdmins ? [] : [`I15 ${superAdmins} super administrators became ${found}`]),
      ...(await brokenInvariants(drizzle(pool))),
    ];
  });

/**
 * Whether the benefits that the server reads are sums of the ledger: a server that has gone on running keeps those of before the harms.
 * No load runs.
 */
export const findWrongBenefits = (dataDir, url, { token }) =>
  onDatabase(dataDir, async (pool) => {
    const { rows } = await pool.query(
      `select beneficiary_id as id, coalesce(-sum(amount_fcfa) filter (where amount_fcfa < 0 and account <> 'returned'), 0)::float8 as total
       from entries where account in ('platform', 'partner', 'returned') group by 1`,
    );
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/benefics/superadmin`, { headers });
    if (!response.ok) return [`GET /api/benefics/superadmin: ${response.status} ${await response.text()}`];
    const { total, partners } = await response.json();
    const read = new Map([[null, total], ...partners.map((one) => [one.idPartner, one.totalBenefics])]);
    return rows
      .filter((row) => read.get(row.id) !== row.total)
      .map(
        (row) =>
          `the ledger has ${row.total} F for ${row.id ?? 'the platform'}, the server reads ${read.get(row.id)}`,
      );
  });

/**
 * Waits until each message of the load's orders is sent, once the load has ended.
 * @returns how long that took, ms, and the messages that were not sent (I9)
 */
export const waitUntilSent = (dataDir, signal) =>
  onDatabase(dataDir, async (pool) => {
    // Also the orders whose acknowledgement was lost: their messages are committed with them.
    const { rows } = await pool.query(`select id from orders where address like 'Lot %, portail vert'`);
    const ids = rows.map(({ id }) => id);
    const begin = performance.now();
    let [left, leftSince] = [Number.POSITIVE_INFINITY, begin];
    for (;;) {
      const faults = await unsentMessages(drizzle(pool), ids);
      const now = performance.now();
      if (faults.length < left) [left, leftSince] = [faults.length, now];
      if (left === 0 || now - leftSince > SENT_MS) return { ms: Math.round(now - begin), faults };
      await pause(POLL_MS, undefined, { signal });
    }
  });
