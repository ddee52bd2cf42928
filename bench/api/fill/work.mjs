import { signIn } from '../world.mjs';
import { correctSummaries, insertOrders } from './fill.mjs';

/** More changes of state in a second than the product does: each order allows two. */
const PER_SECOND = 3_000;
/** Couriers who deliver them (batch.sql). */
const COURIERS = 1_000;
const TYPE = 8;
/** Far above the numbers that the product gives out meanwhile. */
const FIRST = 20_000_000;

let next = FIRST;

/** Paid orders that wait for their own courier, enough for a measurement of state changes, with a token of each. */
export async function addWork(client, { seconds }) {
  const count = Math.ceil((PER_SECOND * (seconds + 2)) / 2);
  const couriers = await addCouriers(client);
  const tokens = new Map((await signIn(client, couriers)).map(({ id, token }) => [id, token]));
  const left = await findWork(client, couriers);
  if (left.length < count) {
    const missing = count - left.length;
    await insertOrders(client, { from: next, to: next + missing - 1, isWork: true });
    next += missing;
    await correctSummaries(client);
  }
  return (await findWork(client, couriers)).map(({ id, courier }) => ({ id, token: tokens.get(courier) }));
}

async function addCouriers(client) {
  await client.query(
    `insert into users (id, type, name, phone, created_at)
     select bench.id($1, i, people_at), 'deliveryPerson', bench.name(i), '+22901' || $1::int * 10000000 + i, people_at
     from bench.plan, generate_series(0, $2::int - 1) as i on conflict do nothing`,
    [TYPE, COURIERS],
  );
  const { rows } = await client.query('select id from users where phone like $1', [`+22901${TYPE}%`]);
  return rows.map(({ id }) => id);
}

async function findWork(client, couriers) {
  const { rows } = await client.query(
    `select id, delivery_person_id as courier from orders where delivery_person_id = any($1) and state = 'pending'`,
    [couriers],
  );
  return rows;
}
