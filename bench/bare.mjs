// `node bare.mjs FILE`: what Fastify and pg need alone for the same rows, on the database of the product, which the bench compares with it.
// FILE has the connection to that database.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';
import { v7 } from 'uuid';

// As many connections as the product.
const pool = new pg.Pool({ ...JSON.parse(readFileSync(process.argv[2], 'utf8')), max: 4 });
const names = new Map();

/** Runs a prepared statement, named by its text. */
async function run(client, text, values) {
  if (!names.has(text)) names.set(text, `bare-${names.size}`);
  return (await client.query({ name: names.get(text), text, values })).rows;
}

async function inTransaction(work) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work((text, values) => run(client, text, values));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const search = (text) =>
  run(
    pool,
    `select id, label, form, price_fcfa from medications
     where search_text collate "C" >= $1 and search_text collate "C" < $2 and deleted_at is null
     order by search_text collate "C" limit 10`,
    [text, `${text}\uffff`],
  );

/** The rows that the product writes when a payment opens. */
async function openPayment(query, { customerId, prescription, deliveryZone, deliveryAddress: address }) {
  const ids = prescription.items.map(({ medicationId }) => medicationId);
  const found = await query('select id, label, price_fcfa as price from medications where id = any($1)', [
    ids,
  ]);
  const [zone] = await query('select id, label, price_fcfa as fee from zones where id = $1', [deliveryZone]);
  const items = prescription.items.map((item) => ({
    ...found.find(({ id }) => id === item.medicationId),
    ...item,
  }));
  const medicines = items.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const commission = Math.floor((medicines * 10 + 50) / 100);
  const draft = { items, zone, address, medicines, commission, total: medicines + zone.fee + commission };
  const payment = { id: v7(), customerId, transactionId: `TX-${randomBytes(15).toString('hex')}`, draft };
  const { id, transactionId } = payment;
  await query(
    `insert into payments (id, transaction_id, provider, customer_id, status, amount_fcfa, draft, basket_id, content_digest,
       created_at, next_check_at)
     values ($1, $2::text, 'sandbox', $3, 'pending', $4, $5, $2::text, $2::text, now(), now())`,
    [id, transactionId, customerId, draft.total, draft],
  );
  await query(
    `insert into sandbox_transactions (transaction_id, token, amount_fcfa, message, expires_at)
     values ($1::text, $1::text, $2, 'Commande', now())`,
    [transactionId, draft.total],
  );
  return payment;
}

/** The rows that the product writes when the provider confirms a payment. */
async function approve(query, { id, transactionId, customerId, draft }) {
  const { items, zone, address, medicines, commission, total } = draft;
  const [orderId, journalId] = [v7(), v7()];
  const reference = `SBX-${transactionId}`;
  await query(
    `update sandbox_transactions set status = 'paid', paid_amount_fcfa = amount_fcfa, settles_at = now()
     where transaction_id = $1`,
    [transactionId],
  );
  await query(
    `insert into payment_events (id, provider, event_id, transaction_id, report, amount_fcfa, currency, reference, at)
     values ($1, 'sandbox', $2, $3, 'paid', $4, 'XOF', $5, now())`,
    [v7(), randomUUID(), transactionId, total, reference],
  );
  const [{ next }] = await query(`select nextval('order_numbers') as next`);
  const number = `CMD-${next.padStart(6, '0')}`;
  await query(
    `insert into orders (id, number, state, customer_id, zone_id, zone_label, address, items_count, delivery_fee_fcfa,
       medicines_fcfa, commission_fcfa, reduction_fcfa, total_fcfa, paid_fcfa, payment_id, transaction_id, created_at, paid_at)
     values ($1, $2, 'pending', $3, $4, $5, $6, $7, $8, $9, $10, 0, $11::bigint, $11::bigint, $12, $13, now(), now())`,
    [
      orderId,
      number,
      customerId,
      zone.id,
      zone.label,
      address,
      items.length,
      zone.fee,
      medicines,
      commission,
      total,
      id,
      transactionId,
    ],
  );
  await query(
    `insert into order_items (order_id, position, medication_id, label, quantity, price_fcfa)
     select $1, n - 1, "medicationId", label, quantity, price
     from rows from (jsonb_to_recordset($2) as ("medicationId" uuid, label text, quantity int, price int))
       with ordinality as item ("medicationId", label, quantity, price, n)`,
    [orderId, JSON.stringify(items)],
  );
  await query(`insert into journals (id, kind, order_id, at) values ($1, 'payment', $2, now())`, [
    journalId,
    orderId,
  ]);
  await query(
    `insert into entries (id, journal_id, account, amount_fcfa, at)
     select id, $1, account, amount, now() from unnest($2::uuid[], $3::text[], $4::int[]) as entry (id, account, amount)`,
    [
      journalId,
      [v7(), v7(), v7(), v7()],
      ['customer', 'pharmacy', 'courier', 'commission'],
      [total, -medicines, -zone.fee, -commission],
    ],
  );
  await query(
    `insert into order_events (id, order_id, at, actor_id, action, to_value) values ($1, $2, now(), $3, 'create', 'pending')`,
    [v7(), orderId, customerId],
  );
  const supervisors = await query(`select id from users where type = 'supervisor' and active`);
  const told = [customerId, ...supervisors.map((one) => one.id)];
  await query(
    `insert into notifications (id, user_id, title, message, link, created_at)
     select id, user_id, 'Commande', $1, case user_id when $2 then '/tracking' else '/supervisor-dashboard' end || '?order=' || $3, now()
     from unnest($4::uuid[], $5::uuid[]) as notice (id, user_id)`,
    [`Commande ${number}.`, customerId, orderId, told.map(() => v7()), told],
  );
  await query(
    `update payments set status = 'paid', order_id = $2, provider_reference = $3, settled_at = now(), next_check_at = null
     where id = $1`,
    [id, orderId, reference],
  );
  await query(
    `insert into audit (id, at, action, subject_kind, subject_id, customer_id, details)
     values ($1, now(), 'settle', 'payment', $2, $3, $4)`,
    [v7(), id, customerId, { amount: total, to: 'paid' }],
  );
  await query(
    `insert into sms_messages (id, kind, about, phone, created_at) select $1, 'paid', $2, phone, now() from users where id = $3`,
    [v7(), orderId, customerId],
  );
  return { orderId };
}

/** The order as the product reads it again after the payment. */
async function readOrder({ orderId }) {
  const [order] = await run(pool, 'select * from orders where id = $1', [orderId]);
  const items = await run(pool, 'select * from order_items where order_id = $1 order by position', [orderId]);
  return { order: { ...order, items } };
}

const app = Fastify();
app.get('/', async () => 'ready');
app.get('/search', async ({ query }) => ({ medications: await search(query.q) }));
app.post('/payments', ({ body }) => inTransaction((query) => openPayment(query, body)));
app.post('/approve', ({ body }) => inTransaction((query) => approve(query, body)));
app.post('/orders', ({ body }) => readOrder(body));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
