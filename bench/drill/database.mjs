import { readdirSync, readFileSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { findRunningPostgres } from '../../server/src/database/embedded/find-running.ts';
import { readPostmaster } from '../../server/src/database/embedded/postmaster.ts';
import { clusterFolder } from '../../server/src/database/embedded/prepare-home.ts';
import { brokenInvariants } from '../../server/src/testing/invariants/broken-invariants.ts';

const RANKS = ['pending', 'delivering', 'delivered'];

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

/**
 * What is wrong in the database: an acknowledged order or state that is missing (I16), an order that was stored twice, and
 * the other invariants of RELIABILITY 3.
 * @param acknowledged order id → the furthest state that was acknowledged
 */
export async function findFaults(dataDir, acknowledged) {
  const pool = new pg.Pool({ ...findRunningPostgres(dataDir), max: 1 });
  pool.on('error', () => {});
  try {
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
    return [
      ...lost.map(([id, state]) => `I16 ${id} was ${state} and is ${states.get(id) ?? 'missing'}`),
      ...doubled.rows.map(({ id }) => `the order of ${id} was stored twice`),
      ...(await brokenInvariants(drizzle(pool))),
    ];
  } finally {
    await pool.end();
  }
}
