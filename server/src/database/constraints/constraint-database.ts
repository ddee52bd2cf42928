import { v7 } from 'uuid';
import { buildAddress } from '../../builders/address.ts';
import { buildMedication, buildZone } from '../../builders/catalogue.ts';
import { buildConsultation } from '../../builders/consultation.ts';
import { buildFeedback, buildReport } from '../../builders/feedback.ts';
import { buildFile } from '../../builders/file.ts';
import { buildInquiry } from '../../builders/inquiry.ts';
import { buildInsuranceCard } from '../../builders/insurance-card.ts';
import { buildOrder } from '../../builders/order.ts';
import { buildPayLink } from '../../builders/pay-link.ts';
import { buildPendingPayment } from '../../builders/payment.ts';
import { buildDutyList, buildDutyShift } from '../../builders/place.ts';
import { buildPrescription } from '../../builders/prescription.ts';
import { buildStock, buildStockKey } from '../../builders/stock.ts';
import { buildUser } from '../../builders/user.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { smsRow } from './sms-rows.ts';

/** Key columns of the tables whose key is not `id`. */
const keys: Readonly<Record<string, string>> = {
  order_items: 'order_id',
  prescription_items: 'prescription_id',
  codes: 'request_hash',
  stock: 'medication_id',
  recall_pharmacies: 'recall_id',
  warnings: 'order_id',
  inquiry_lines: 'inquiry_id',
  allergies: 'user_id',
};

/** A database with one valid row of each kind, for tests that try to break its constraints. */
export interface ConstraintDatabase {
  readonly server: TestApp;
  /** Ids of the valid rows, by name. */
  readonly ids: Readonly<Record<string, string>>;
  /**
   * Inserts a copy of a valid row with this change (`@name` is an id).
   * @returns the name of the constraint that rejected it, or `accepted`
   */
  addCopy(table: string, of: string, change: object): Promise<string>;
  /**
   * Runs a statement (`:name` is an id).
   * @returns the name of the constraint that rejected it, or `accepted`
   */
  run(statement: string): Promise<string>;
}

export async function buildConstraintDatabase(): Promise<ConstraintDatabase> {
  const server = await startTestApp();
  const { db, pool } = server;
  const [pharmacy, courier, agent, customer, doctor] = await Promise.all([
    buildUser(db, { type: 'pharmacy' }),
    buildUser(db, { type: 'deliveryPerson' }),
    buildUser(db, { type: 'agent' }),
    buildUser(db, { type: 'customer' }),
    buildUser(db, { type: 'partnerDoctor' }),
  ]);
  const zone = await buildZone(db);
  const medication = await buildMedication(db);
  const items = [{ medication, quantity: 2 }];
  const coded = await buildPrescription(db, { authorId: doctor.id, clientRef: 'ORD-1', items });
  const build = (change: Parameters<typeof buildOrder>[1]) => buildOrder(db, { zone, ...change });
  const orders = {
    unread: await build({ state: 'pre-treatment', items: [] }),
    read: await build({ state: 'pre-treatment', itemsWrittenById: agent.id }),
    paidAfterReading: await build({ itemsWrittenById: agent.id }),
    pending: await build({ items }),
    'pre-treatment': await build({ state: 'pre-treatment', itemsWrittenById: agent.id }),
    delivering: await build({ state: 'delivering' }),
    delivered: await build({ state: 'delivered' }),
    cancelled: await build({ state: 'cancelled' }),
    photographed: await build({
      state: 'pre-treatment',
      items: [],
      customerId: customer.id,
      prescriptionUrl: (await buildFile(db, { ownerId: customer.id, key: 'photo', boundAt: new Date() })).key,
    }),
    asked: await build({}),
    ended: await build({ state: 'ended', pharmacyId: pharmacy.id, deliveryPersonId: courier.id }),
  };
  const { id: openPayment } = await buildPendingPayment(db, {
    customerId: customer.id,
    amount: 1000,
    draft: null,
    orderId: orders.unread.id,
    createdAt: server.clock.now(),
  });
  const first = async (statement: string) => (await pool.query(statement)).rows[0].id as string;
  await pool.query(
    `insert into payment_events (id, provider, event_id, transaction_id, report, at)
     values ($1, 'sandbox', 'event', 'TX-1', 'paid', now())`,
    [v7()],
  );
  const refund = await first(
    `insert into refunds (id, payment_id, debit, customer_id, order_id, amount_fcfa, asked_by_id, asked_at, next_try_at)
     select '${v7()}', payment_id, 'REF', customer_id, id, 1000, customer_id, now(), now() from orders
     where id = '${orders.pending.id}' returning id`,
  );
  const aside = await first(
    `insert into refunds (id, payment_id, debit, customer_id, amount_fcfa, asked_by_id, asked_at, next_try_at, payout_provider, provider_payout_id)
     select '${v7()}', payment_id, 'ASIDE', customer_id, 1000, customer_id, now(), now(), 'sandbox', 'P-2' from orders
     where id = '${orders.pending.id}' returning id`,
  );
  const back = await first(
    `with refund as (
      insert into refunds (id, payment_id, debit, customer_id, order_id, amount_fcfa, asked_by_id, asked_at, next_try_at, reason)
      select '${v7()}'::uuid, payment_id, 'REF', customer_id, id, 110, customer_id, now(), now(), 'other' from orders
      where id = '${orders.asked.id}' returning id, order_id)
    insert into refund_lines (id, refund_id, order_id, position, quantity, medicines_fcfa, commission_fcfa, reduction_fcfa)
    select '${v7()}'::uuid, id, order_id, 0, 1, 100, 10, 0 from refund returning id`,
  );
  const { id: otherId, label: otherLabel } = await buildMedication(db);
  const substitution = await first(
    `insert into substitutions (id, order_id, position, state, reason, prescribed_id, prescribed_label, prescribed_price_fcfa,
       medication_id, label, price_fcfa, quantity, is_equivalent, proposed_by_id, proposed_at, until)
     select '${v7()}', id, 0, 'asking', 'medicine-out-of-stock', '${medication.id}', '${medication.label}', 1000,
       '${otherId}', '${otherLabel}', 900, 2, true, '${pharmacy.id}', now(), now() from orders where id = '${orders.pending.id}' returning id`,
  );
  const refundJournal = await first(
    `insert into journals (id, kind, refund_id, at) values ('${v7()}', 'refund', '${refund}', now()) returning id`,
  );
  const journalOf = (kind: string, actor: string | null) =>
    first(
      `insert into journals (id, kind, actor_id, at) values ('${v7()}', '${kind}', ${actor}, now()) returning id`,
    );
  const payoutOf = async (state: string, change: Record<string, string | null>) => {
    const row = {
      id: v7(),
      journal_id: await journalOf('payout', `'${customer.id}'`),
      beneficiary_id: doctor.id,
      amount_fcfa: 100,
      state,
      provider: 'sandbox',
      asked_by_id: customer.id,
      asked_at: 'now()',
      ...change,
    };
    const values = Object.values(row).map((value) => (value === null ? 'null' : `'${value}'`));
    return first(`insert into payouts (${Object.keys(row)}) values (${values}) returning id`);
  };
  const account = await first(
    `insert into payout_accounts (id, user_id, operator, phone) values ('${v7()}', '${doctor.id}', 'mtn', '') returning id`,
  );
  const terms = await first(
    `insert into payout_terms (id, user_id, interval, minimum_fcfa) values ('${v7()}', '${doctor.id}', 'week', 0) returning id`,
  );
  const consent = await first(
    `insert into consents (id, user_id, purpose, version, given_at)
      values ('${v7()}', '${customer.id}', 'health', '2026-11-29', now()) returning id`,
  );
  const payout = await payoutOf('failed', {
    return_journal_id: await journalOf('payout-return', null),
    settled_at: 'now()',
  });
  const replacement = await payoutOf('asked', {
    replaces_id: payout,
    provider_payout_id: 'P-1',
    next_try_at: 'now()',
  });
  const debit = await first(
    `insert into stray_debits (id, provider, transaction_id, at) values ('${v7()}', 'sandbox', 'TX-1', now()) returning id`,
  );
  await pool.query(
    `update orders set cancel_asked_at = now(), cancel_asked_reason = 'other' where id = '${orders.asked.id}'`,
  );
  await pool.query(
    `insert into codes (request_hash, subject, code_hash, tries_left, expires_at)
      values ('request', 'telephone', 'hash', 5, now())`,
  );
  await pool.query(
    `insert into sessions (token_hash, user_id, created_at, expires_at) values ('device', $1, now(), now())`,
    [customer.id],
  );
  const push = await first(
    `insert into push_subscriptions (id, session_hash, endpoint, p256dh, auth, created_at)
     values ('${v7()}', 'device', 'https://push.example/1', 'p', 'a', now()) returning id`,
  );
  const notification = await first(
    `insert into notifications (id, user_id, order_id, title, message, created_at)
     values ('${v7()}', '${customer.id}', '${orders.pending.id}', 'Paiement reçu', '', now()) returning id`,
  );
  const file = await buildFile(db, { ownerId: customer.id });
  const shift = await buildDutyShift(db);
  const list = await buildDutyList(db);
  const card = await buildInsuranceCard(db, { ownerId: customer.id });
  const insurer = await first(
    `insert into insurers (id, name, search_text, rates, limit_fcfa, delay_days, excluded, created_at)
     values ('${v7()}', 'NSIA', 'nsia', '{}', 0, 30, '{}', now()) returning id`,
  );
  const claim = await first(
    `insert into claim_lines (id, order_id, insurer_id, changed_at)
     values ('${v7()}', '${orders.ended.id}', '${insurer}', now()) returning id`,
  );
  const { id: answer } = await buildFeedback(db, { orderId: orders.ended.id });
  const { key: box } = await buildFile(db, { ownerId: customer.id, category: 'report', boundAt: new Date() });
  const { id: reaction } = await buildReport(db, { orderId: orders.ended.id });
  const { id: boxReport } = await buildReport(db, { orderId: orders.ended.id, kind: 'box', photo: box });
  const recall = await first(
    `insert into recalls (id, medication_id, lots, advice, source, day, created_at, created_by_id)
     values ('${v7()}', '${medication.id}', '{A1}', 'call-us', 'ABMed', '2026-11-19', now(), '${agent.id}') returning id`,
  );
  const recipient = await first(
    `insert into recall_recipients (id, recall_id, customer_id, order_id, maybe)
     values ('${v7()}', '${recall}', '${customer.id}', '${orders.ended.id}', true) returning id`,
  );
  await pool.query(
    `insert into recall_pharmacies (recall_id, pharmacy_id) values ('${recall}', '${pharmacy.id}')`,
  );
  await pool.query(
    `insert into warnings (order_id, rule, medications, raised_at)
     values ('${orders.ended.id}', 'duplicate', '{${medication.id}}', now())`,
  );
  await pool.query(
    `insert into allergies (user_id, words, written_at) values ('${customer.id}', 'Iode', now())`,
  );
  const refused = await first(
    `insert into refused_cards (id, owner_id, file_digest, rate, refused, at)
     values ('${v7()}', '${customer.id}', 'digest', 80, 'expired', now()) returning id`,
  );
  await pool.query(`insert into file_openings (id, object, user_id, at) values ($1, $2, $3, now())`, [
    v7(),
    `file:${file.key}`,
    customer.id,
  ]);
  const line = await first(
    `insert into audit (id, at, actor_id, actor_type, action, subject_kind, subject_id, hour)
     values ('${v7()}', now(), '${agent.id}', 'agent', 'read', 'order', 'x', now()) returning id`,
  );
  const people = { patientId: customer.id, doctorId: doctor.id };
  const { key: joined } = await buildFile(db, {
    ownerId: customer.id,
    category: 'consultation',
    boundAt: new Date(),
  });
  const messages = [{ by: 'patient', content: 'Bonjour', file: joined, clientMessageId: 'c-1' }] as const;
  const chat = await buildConsultation(db, { ...people, status: 'active', messages });
  const message = (seq: number) =>
    first(`select id from consultation_messages where consultation_id = '${chat.id}' and seq = ${seq}`);
  const ids: Record<string, string> = {
    code: 'request',
    sms: await first(smsRow),
    request: (await buildConsultation(db, people)).id,
    chat: chat.id,
    finished: (await buildConsultation(db, { ...people, status: 'completed' })).id,
    line: await message(2),
    message: await message(3),
    file: file.id,
    push,
    notification,
    card: card.id,
    insurer,
    claim,
    answer,
    reaction,
    'box-report': boxReport,
    recall,
    recipient,
    warning: orders.ended.id,
    allergies: customer.id,
    refused,
    address: (await buildAddress(db, { ownerId: customer.id, name: 'Maison' })).id,
    consent,
    shift: shift.id,
    list: list.id,
    place: shift.placeId,
    pharmacy: pharmacy.id,
    courier: courier.id,
    agent: agent.id,
    customer: customer.id,
    doctor: doctor.id,
    zone: zone.id,
    medication: medication.id,
    substitution,
    stocked: (await buildStock(db, { pharmacyId: pharmacy.id })).medicationId,
    key: (await buildStockKey(db, { pharmacyId: pharmacy.id })).id,
    ...Object.fromEntries(Object.entries(orders).map(([name, { id }]) => [name, id])),
    payment: await first(`select payment_id as id from orders where id = '${orders.pending.id}'`),
    'open-payment': openPayment,
    'pay-link': (await buildPayLink(db)).id,
    'refund-journal': refundJournal,
    refund,
    aside,
    back,
    inquiry: (await buildInquiry(db, { pharmacyId: pharmacy.id, orderId: orders.read.id })).id,
    'kept-inquiry': (
      await buildInquiry(db, {
        ...{ pharmacyId: pharmacy.id, orderId: orders.pending.id, state: 'kept' },
        answeredAt: server.clock.now(),
      })
    ).id,
    debit,
    account,
    terms,
    payout,
    replacement,
    prescription: await first(`select prescription_id as id from orders where id = '${orders.read.id}'`),
    journal: await first(`select id from journals where order_id = '${orders.pending.id}'`),
    entry: await first(`select id from entries limit 1`),
    event: await first(`select id from order_events limit 1`),
    report: await first(`select id from payment_events limit 1`),
    coded: coded.id,
    used: orders.paidAfterReading.prescriptionId ?? '',
    audit: line,
    opening: await first(`select id from file_openings limit 1`),
    mark: await first(`insert into house_mark (mark) values ('mark') returning id`),
    house: await first(`insert into house_settings (version, updated_at) values (1, now()) returning id`),
  };

  async function run(statement: string, values: unknown[] = []): Promise<string> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const text = statement.replace(/:([a-z-]+)/gi, (whole, name) => (ids[name] ? `'${ids[name]}'` : whole));
      await client.query(text, values);
      await client.query('set constraints all immediate');
      return 'accepted';
    } catch (error) {
      const { constraint, message } = error as { constraint?: string; message: string };
      return constraint ?? message;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  // All but the generated columns.
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attnum > 0 and not attisdropped and attgenerated = '' group by 1`,
  );
  const writable = Object.fromEntries(tables.map(({ name, columns }) => [name, columns]));

  const idOf = (value: unknown) =>
    typeof value === 'string' && value.startsWith('@') ? ids[value.slice(1)] : value;

  return {
    server,
    ids,
    run,
    addCopy: (table, of, change) => {
      const key = keys[table] ?? 'id';
      const fields = Object.entries(change).map(([name, value]) => [name, idOf(value)]);
      return run(
        `insert into ${table} (${writable[table]}) select ${writable[table]}
         from (select (jsonb_populate_record(t, $1)).* from ${table} t where ${key} = $2) copy`,
        [JSON.stringify(Object.fromEntries(fields)), ids[of]],
      );
    },
  };
}
