import { newToken, tokenHash } from '../../server/src/session/tokens.ts';
import { PASSWORD } from './fill/fill.mjs';

/** Customers who are signed in. */
const CUSTOMERS = 2_000;
const TERMS = 25;
const DAY = 24 * 3_600_000;

/** What the load needs of the database: sessions, which it inserts, and ids. */
export async function readWorld(client) {
  const ids = async (text, values = []) => (await client.query(text, values)).rows.map(({ id }) => id);
  const staff = async (type) => {
    const ofType = `select id from users where type = $1 and email like '%@bench.test' order by id limit 100`;
    return signIn(client, await ids(ofType, [type]));
  };
  const ofCustomers = (column, order) =>
    ids(`select ${column} as id from users where type = 'customer' order by ${order} limit $1`, [CUSTOMERS]);
  const customers = await signIn(client, await ofCustomers('id', 'id'));
  const regulars = await regularsOf(client, customers);
  // Others than those whose orders are listed.
  const buyers = (await ofCustomers('id', 'id desc')).filter((id) => regulars.every((one) => one.id !== id));
  return {
    password: PASSWORD,
    phones: await ofCustomers('phone', 'id'),
    names: await ids('select name as id from users where id = any($1) limit 50', [
      regulars.map(({ id }) => id),
    ]),
    day: (await client.query('select max(created_at) as at from orders')).rows[0].at
      .toISOString()
      .slice(0, 10),
    customers,
    regulars,
    /** With 20 orders there is no other. */
    regular: regulars.slice(0, 1),
    buyers: await signIn(client, buyers),
    supervisors: await staff('supervisor'),
    pharmacies: await staff('pharmacy'),
    couriers: await staff('deliveryPerson'),
    agents: await staff('agent'),
    doctors: await staff('partnerDoctor'),
    superAdmins: await staff('superAdmin'),
    zones: await ids('select id from zones where deleted_at is null order by id'),
    ...(await readMedications(client)),
  };
}

async function readMedications(client) {
  const { rows } = await client.query(
    `select id, label, search_text as text from medications
     where deleted_at is null and reviewed and not requires_prescription and price_fcfa > 0
       and search_text ~ '^[a-z]{6}' order by id limit 3000`,
  );
  return {
    medications: rows.map(({ id }) => id),
    prefixes: rows.map(({ text }) => text.slice(0, 3)),
    exactTerms: spread(rows, TERMS).map(({ label }) => label.split(/[ ,]/)[0]),
    mixedTerms: spread(rows, TERMS).map(({ text }, n) => (n % 3 === 0 ? misspell(text) : text.split(' ')[0])),
  };
}

/** Opens a session for each user. */
export async function signIn(client, userIds) {
  const people = userIds.map((id) => ({ id, token: newToken() }));
  const now = Date.now();
  await client.query(
    `insert into sessions (token_hash, user_id, created_at, expires_at)
     select token_hash, user_id, $3, $4 from unnest($1::text[], $2::uuid[]) as session (token_hash, user_id)`,
    [people.map(({ token }) => tokenHash(token)), userIds, new Date(now), new Date(now + DAY)],
  );
  return people;
}

/** The signed-in customers with 20 orders, each with one of their orders. */
async function regularsOf(client, customers) {
  const { rows } = await client.query(
    `select customer_id as id, min(id::text) as order from orders where customer_id = any($1)
     group by customer_id having count(*) = 20`,
    [customers.map(({ id }) => id)],
  );
  const orders = new Map(rows.map(({ id, order }) => [id, order]));
  return customers.filter(({ id }) => orders.has(id)).map((one) => ({ ...one, order: orders.get(one.id) }));
}

const spread = (list, count) =>
  Array.from({ length: count }, (_, n) => list[Math.floor((n * list.length) / count)]);

/** The first word with its fourth letter replaced. */
function misspell(text) {
  const word = text.split(' ')[0];
  return word.slice(0, 3) + (word[3] === 'x' ? 'z' : 'x') + word.slice(4);
}
