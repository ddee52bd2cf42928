import { randomBytes, randomUUID } from 'node:crypto';
import { v7 } from 'uuid';

/** Runs a prepared statement, named by its text. */
const names = new Map();
function run(client, text, values) {
  if (!names.has(text)) names.set(text, `bare-${names.size}`);
  return client.query({ name: names.get(text), text, values });
}

/** Inserts one row; the keys of `row` are columns. */
function insert(client, table, row) {
  const columns = Object.keys(row);
  const places = columns.map((_, n) => `$${n + 1}`).join(', ');
  return run(client, `insert into ${table} (${columns.join(', ')}) values (${places})`, Object.values(row));
}

/** Inserts rows of the same columns with one statement. */
function insertAll(client, table, rows) {
  const columns = Object.keys(rows[0]);
  const places = rows.map(
    (_, n) => `(${columns.map((_column, m) => `$${n * columns.length + m + 1}`).join(', ')})`,
  );
  return run(
    client,
    `insert into ${table} (${columns.join(', ')}) values ${places.join(', ')}`,
    rows.flatMap(Object.values),
  );
}

/** The rows that the product writes when a payment opens. */
export async function openPayment(client, { customerId, prescription, deliveryZone, deliveryAddress }) {
  const ids = prescription.items.map(({ medicationId }) => medicationId);
  const { rows: found } = await run(
    client,
    'select id, label, price_fcfa as price from medications where id = any($1)',
    [ids],
  );
  const { rows: zones } = await run(
    client,
    'select id, label, price_fcfa as price from zones where id = $1',
    [deliveryZone],
  );
  const items = prescription.items.map(({ medicationId, quantity }) => {
    const { label, price } = found.find(({ id }) => id === medicationId);
    return { medicationId, label, quantity, price };
  });
  const [zone] = zones;
  const medicines = items.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const commission = Math.floor((medicines * 10 + 50) / 100);
  const total = medicines + zone.price + commission;
  const quote = { medicines, deliveryFee: zone.price, commission, reduction: 0, total };
  const now = new Date();
  const transactionId = `TX-${randomBytes(15).toString('hex')}`;
  const payment = {
    id: v7(),
    customerId,
    transactionId,
    draft: { items, zone, address: deliveryAddress, quote },
  };
  await insert(client, 'payments', {
    id: payment.id,
    transaction_id: transactionId,
    provider: 'sandbox',
    customer_id: customerId,
    status: 'pending',
    amount_fcfa: total,
    draft: payment.draft,
    basket_id: transactionId,
    content_digest: transactionId,
    created_at: now,
    next_check_at: now,
  });
  await insert(client, 'sandbox_transactions', {
    transaction_id: transactionId,
    token: transactionId,
    amount_fcfa: total,
    message: 'Commande',
    expires_at: now,
  });
  return payment;
}

/** The rows that the product writes when the provider confirms a payment. */
export async function approve(client, payment) {
  const { id: paymentId, transactionId, customerId, draft } = payment;
  const { items, zone, address, quote } = draft;
  const at = new Date();
  const reference = `SBX-${transactionId}`;
  await run(
    client,
    `update sandbox_transactions set status = 'paid', paid_amount_fcfa = amount_fcfa, settles_at = $2
    where transaction_id = $1`,
    [transactionId, at],
  );
  await insert(client, 'payment_events', {
    id: v7(),
    provider: 'sandbox',
    event_id: randomUUID(),
    transaction_id: transactionId,
    report: 'paid',
    amount_fcfa: quote.total,
    currency: 'XOF',
    reference,
    at,
  });
  const { rows } = await run(client, `select nextval('order_numbers') as next`, []);
  const order = { id: v7(), number: `CMD-${rows[0].next.padStart(6, '0')}` };
  await insert(client, 'orders', {
    ...order,
    state: 'pending',
    customer_id: customerId,
    zone_id: zone.id,
    zone_label: zone.label,
    address,
    items_count: items.length,
    delivery_fee_fcfa: quote.deliveryFee,
    medicines_fcfa: quote.medicines,
    commission_fcfa: quote.commission,
    reduction_fcfa: 0,
    total_fcfa: quote.total,
    paid_fcfa: quote.total,
    payment_id: paymentId,
    transaction_id: transactionId,
    created_at: at,
    paid_at: at,
  });
  await insertAll(
    client,
    'order_items',
    items.map(({ medicationId, label, quantity, price }, position) => ({
      order_id: order.id,
      position,
      medication_id: medicationId,
      label,
      quantity,
      price_fcfa: price,
    })),
  );
  await insertJournal(client, order.id, quote, at);
  await insert(client, 'order_events', {
    id: v7(),
    order_id: order.id,
    at,
    actor_id: customerId,
    action: 'create',
    to_value: 'pending',
  });
  await insertNotices(client, order, customerId, at);
  await run(
    client,
    `update payments set status = 'paid', order_id = $2, provider_reference = $3, settled_at = $4,
    next_check_at = null where id = $1`,
    [paymentId, order.id, reference, at],
  );
  await insert(client, 'audit', {
    id: v7(),
    at,
    action: 'settle',
    subject_kind: 'payment',
    subject_id: paymentId,
    customer_id: customerId,
    details: { amount: quote.total, to: 'paid' },
  });
  await run(
    client,
    `insert into sms_messages (id, kind, about, phone, created_at) select $1, 'paid', $2, phone, $3 from users where id = $4`,
    [v7(), order.id, at, customerId],
  );
  return { orderId: order.id };
}

async function insertJournal(client, orderId, { total, medicines, deliveryFee, commission }, at) {
  const journalId = v7();
  await insert(client, 'journals', { id: journalId, kind: 'payment', order_id: orderId, at });
  const amounts = { customer: total, pharmacy: -medicines, courier: -deliveryFee, commission: -commission };
  await insertAll(
    client,
    'entries',
    Object.entries(amounts).map(([account, amount]) => ({
      id: v7(),
      journal_id: journalId,
      account,
      amount_fcfa: amount,
      at,
    })),
  );
}

async function insertNotices(client, { id, number }, customerId, at) {
  const { rows } = await run(client, `select id from users where type = 'supervisor' and active`, []);
  const notice = (userId, title, page) => ({
    id: v7(),
    user_id: userId,
    title,
    message: `Commande ${number}.`,
    link: `${page}?order=${id}`,
    created_at: at,
  });
  await insertAll(client, 'notifications', [
    notice(customerId, 'Paiement reçu', '/tracking'),
    ...rows.map((one) => notice(one.id, 'Nouvelle commande', '/supervisor-dashboard')),
  ]);
}

/** The order as the product reads it again after the payment. */
export async function readOrder(client, { orderId }) {
  const { rows: orders } = await run(client, 'select * from orders where id = $1', [orderId]);
  const { rows: items } = await run(
    client,
    'select * from order_items where order_id = $1 order by position',
    [orderId],
  );
  return { order: { ...orders[0], items } };
}

export async function inTransaction(pool, work) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
