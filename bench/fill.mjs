import { readFileSync } from 'node:fs';
import { DAY_MS } from '../domain/src/contract/time.ts';
import { newToken, tokenHash } from '../server/src/session/tokens.ts';

/** Orders inserted in one transaction. */
const CHUNK = 20_000;
const read = (name) => readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8');

/**
 * Adds people, a catalogue and a year of orders to a database that has its zones. A server that runs meanwhile has to be started
 * again: it keeps sums in memory.
 * @param orders a multiple of 100, at least 1,000
 */
export async function fill(client, orders) {
  await client.query('set statement_timeout = 0');
  await client.query(`create schema bench; create table bench.size as select ${orders}::bigint as orders`);
  await client.query(read('fill-people'));
  await addOrders(client, orders);
  await client.query('vacuum (freeze, analyze)');
}

/** Orders from the next number on; those after the fill wait for their couriers. */
export async function addOrders(client, count) {
  for (let added = 0; added < count; added += CHUNK) {
    const size = Math.min(CHUNK, count - added);
    await client.query('begin; set local session_replication_role = replica');
    await client.query('update bench.plan set first = last + 1, last = last + $1', [size]);
    await client.query(read('fill-orders'));
    await client.query('commit');
  }
}

/** Opens a session of each user. @returns their ids and tokens */
async function signIn(client, ids) {
  const people = ids.map((id) => ({ id, token: newToken() }));
  await client.query(
    `insert into sessions (token_hash, user_id, created_at, expires_at)
     select token_hash, user_id, $3, $4 from unnest($1::text[], $2::uuid[]) as session (token_hash, user_id)`,
    [people.map(({ token }) => tokenHash(token)), ids, new Date(), new Date(Date.now() + DAY_MS)],
  );
  return people;
}

/** Reads from a filled database what a load needs: ids, and people by role with sessions, which it opens. */
export async function readWorld(client) {
  const idsOf = async (text) => (await client.query(text)).rows.map(({ id }) => id);
  // Customers have 20 orders each. The buyers are others.
  const { rows: roles } = await client.query(
    `select role, array_agg(bench.id(kind, i, people_at)) as ids
     from bench.plan, lateral (values
         ('customers', 1, 0, regulars), ('buyers', 1, regulars, customers), ('pharmacies', 2, 0, pharmacies),
         ('couriers', 3, 0, couriers), ('doctors', 5, 0, doctors), ('supervisors', 6, 0, supervisors), ('superAdmins', 7, 0, 1)
       ) as roles (role, kind, low, high),
       lateral generate_series(low, least(low + 1000, high) - 1) as i
     group by role`,
  );
  const people = {};
  for (const { role, ids } of roles) people[role] = await signIn(client, ids);
  const { rows: chats } = await client.query(
    `select id, patient_id as "patientId" from consultations where status = 'active' order by id desc limit 100`,
  );
  const patients = await signIn(
    client,
    chats.map(({ patientId }) => patientId),
  );
  return {
    ...people,
    chats: chats.map(({ id }, n) => ({ id, token: patients[n].token })),
    names: await idsOf(
      'select distinct bench.name(i * 7 + 1) as id from bench.plan, generate_series(0, least(50, regulars) - 1) as i',
    ),
    zones: await idsOf('select id from bench.zones order by i'),
    medications: await idsOf(
      'select id from bench.medications join medications using (id) where not requires_prescription order by id limit 3000',
    ),
    // 25 words of the catalogue.
    words: await idsOf(
      `select split_part(search_text, ' ', 1) as id from bench.medications join medications using (id)
       where search_text ~ '^[a-z]{6}' group by 1 order by hashtext(split_part(search_text, ' ', 1)) limit 25`,
    ),
  };
}

/** Adds paid orders that wait for their courier. @returns them with a token of the courier */
export async function addWork(client, couriers, count) {
  await addOrders(client, count);
  const { rows } = await client.query(
    `select id, delivery_person_id as courier from orders
     where state = 'pending' and delivery_person_id = any($1) order by id desc limit $2`,
    [couriers.map(({ id }) => id), count],
  );
  const tokens = new Map(couriers.map(({ id, token }) => [id, token]));
  return rows.map(({ id, courier }) => ({ id, token: tokens.get(courier) }));
}
