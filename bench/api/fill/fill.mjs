import { readFileSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { hashPassword } from '../../../server/src/session/passwords.ts';
import { mendCounts } from '../../../server/src/stats/count-queries.ts';

/** The password of all accounts. */
export const PASSWORD = 'bench-amasin';
/** Orders inserted in one transaction. */
const CHUNK = 10_000;
const HOUR = 3_600_000;
/** The part of the time that the rows take, before their indexes. */
const INSERTING = 0.6;

const read = (name) => readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8');
const FUNCTIONS = read('functions');
const PEOPLE = read('people');
const BATCH = read('batch');
const ORDERS = read('orders');

/** How many people a set of orders has, and over how much time it is spread. */
function planOf(orders) {
  const isSmall = orders < 1000;
  const regulars = isSmall ? 1 : 1000;
  return {
    orders,
    customers: isSmall ? 500 : 50_000,
    pharmacies: isSmall ? 1 : 60,
    couriers: isSmall ? 1 : 40,
    agents: isSmall ? 1 : 10,
    doctors: isSmall ? 1 : 100,
    supervisors: 3,
    // Customers with 20 orders each.
    regulars,
    regular_every: orders / regulars / 20,
    // The latest orders, in every state; all others have ended.
    active: isSmall ? 20 : 2000,
    days: isSmall ? 1 : 365,
    // Orders for each consultation: from 100,000 orders on, a doctor has the 50 that a list of theirs answers.
    consulted_every: isSmall ? 1 : Math.min(100, orders / 5_000),
  };
}

/** Creates the schema `bench`, which the statements of the fill read. `at` is the time of the fill. */
async function preparePlan(client, orders, at) {
  const { days, ...plan } = planOf(orders);
  const span = days * 24 * HOUR;
  const row = {
    ...plan,
    people_at: new Date(at - span - 30 * 24 * HOUR),
    orders_at: new Date(at - span - 2 * HOUR),
    step: `${Math.floor(span / orders)} milliseconds`,
    password_hash: await hashPassword(PASSWORD),
  };
  await client.query(FUNCTIONS);
  await client.query(
    `create table bench.plan as select * from jsonb_to_record($1::jsonb) as plan (
    orders bigint, customers bigint, pharmacies bigint, couriers bigint, agents bigint, doctors bigint, supervisors bigint,
    regulars bigint, regular_every bigint, active bigint, consulted_every bigint, people_at timestamptz, orders_at timestamptz, step interval, password_hash text)`,
    [JSON.stringify(row)],
  );
  await client.query(`create table bench.zones as
    select row_number() over (order by label) - 1 as i, id, label, price_fcfa as price from zones where deleted_at is null`);
  await client.query(`create table bench.medications as
    select row_number() over (order by id) - 1 as i, id, label, price_fcfa as price from medications
    where deleted_at is null and reviewed and price_fcfa > 0`);
  await client.query('analyze bench.zones; analyze bench.medications');
}

/**
 * Fills a migrated database that has its catalogue and zones. Triggers and foreign keys are off for the orders: fill.test.mjs
 * checks that their rows obey them.
 * @param onProgress receives the part that is done, 0 to 1
 */
export async function fillPeopleAndOrders(client, orders, at, onProgress = () => undefined) {
  await preparePlan(client, orders, at);
  await client.query(PEOPLE);
  const indexes = await dropIndexes(client);
  for (let from = 0; from < orders; from += CHUNK) {
    const to = Math.min(orders, from + CHUNK) - 1;
    await insertOrders(client, { from, to });
    onProgress((to / orders) * INSERTING);
  }
  for (const [done, definition] of indexes.entries()) {
    await client.query(definition);
    onProgress(INSERTING + ((done + 1) / indexes.length) * (1 - INSERTING));
  }
  await correctSummaries(client);
  await client.query(`select setval('order_numbers', $1)`, [orders]);
}

/** Indexes that no constraint needs are made after the rows, in a fraction of the time. @returns their definitions */
async function dropIndexes(client) {
  const { rows } = await client.query(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indrelid
     where relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query(`set maintenance_work_mem = '256MB'`);
  return rows.map(({ definition }) => definition);
}

/** The counts and names that triggers keep for lists: the triggers were off. */
export async function correctSummaries(client) {
  await client.query(
    `insert into patient_names select distinct folded_name from prescriptions on conflict do nothing`,
  );
  await mendCounts(drizzle(client));
  await client.query('select fold_counts()');
}

/** Inserts the orders of these numbers; with `isWork`, each waits for its own courier. */
export async function insertOrders(client, { from, to, isWork = false }) {
  await client.query('begin; set local session_replication_role = replica');
  await client.query(batchOf(from, to, isWork));
  await client.query(ORDERS);
  await client.query('commit');
}

// CREATE TABLE AS takes no parameters, and the file has several statements.
const batchOf = (from, to, isWork) =>
  BATCH.replaceAll('$1', String(from)).replaceAll('$2', String(to)).replaceAll('$3', String(isWork));
