import type { Pool } from 'pg';

/** The id of the n-th row of a kind. */
const idOf = (kind: number, n: string) =>
  `(lpad('${kind}', 8, '0') || '-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

const CUSTOMERS = 5_000;
const PER_CUSTOMER = 20;

/** The ids of people of the filled database. */
export const people = {
  customer: '00000001-0000-7000-8000-000000000001',
  pharmacy: '00000002-0000-7000-8000-000000000001',
  deliveryPerson: '00000003-0000-7000-8000-000000000001',
  agent: '00000004-0000-7000-8000-000000000001',
  partnerDoctor: '00000005-0000-7000-8000-000000000001',
  supervisor: '00000006-0000-7000-8000-000000000001',
  superAdmin: '00000007-0000-7000-8000-000000000001',
} as const;

const types = Object.keys(people);

/** Customers with 12 names, and ten of each other type; the first half of the orders are of one pharmacy, courier and agent. */
const users = (customers: number) => `insert into users (id, type, name, phone, email, created_at)
  select ${idOf(1, 'n')}, 'customer', (array['Afi', 'Codjo', 'Élodie'])[1 + n % 3] || ' ' || (array['Dossou', 'Houénou', 'd’Almeida', 'Kakpo'])[1 + n % 4]
      || case when n % 1000 = 0 then ' Ayédoun' else '' end, '+22901' || (97000000 + n), null, timestamptz '2026-01-01'
    from generate_series(1, ${customers}) n
  union all select (lpad(kind::text, 8, '0') || '-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, type, type || ' ' || n,
      '+22901' || (60000000 + kind * 100 + n), lower(type) || n || '@amasin.test', timestamptz '2026-01-01'
    from unnest(array['${types.slice(1).join("', '")}']) with ordinality as t(type, nth), generate_series(1, 10) n, lateral (select nth + 1 as kind) k`;

const zones = `insert into zones (id, label, search_text, sectors, price_fcfa, created_at)
  select ${idOf(8, 'n')}, 'Zone ' || n, 'zone ' || n, '{}', 500, '2026-01-01' from generate_series(1, 20) n`;

const first = 'case when n % 2 = 0 then 1 else 1 + n % 10 end';

/** One in 100 is for one of 25 other patients; of one in ten its order took half. */
const prescriptions = (
  customers: number,
) => `insert into prescriptions (id, number, type, author_id, patient_name, patient_phone, priced_at, created_at, used_by_id, used_at, reader_id)
  select ${idOf(9, 'n')}, 'ORD-' || lpad(n::text, 8, '0'), 'numerical', case when n % 16 = 8 then ${idOf(4, first)} else ${idOf(5, first)} end,
    case when n % 400 = 0 then 'Bio ' || chr((65 + n / 400 % 25)::int) || 'orou' else 'Afi Dossou' end, '+2290197000001', at, at,
    case when n % 40 > 0 then ${idOf(10, 'n')} end, case when n % 40 > 0 then at end, case when n % 16 = 0 then ${idOf(4, first)} end
  from generate_series(4, ${customers * PER_CUSTOMER}, 4) n, lateral (select timestamptz '2026-11-20' - n * interval '3 minutes' as at) t`;

/** The n-th newest order; one in 100 is not ended. */
const orders = (
  customers: number,
) => `insert into orders (id, number, state, customer_id, pharmacy_id, delivery_person_id, items_written_by_id, zone_id, zone_label, address,
    prescription_id, items_count, delivery_fee_fcfa, medicines_fcfa, commission_fcfa, reduction_fcfa, total_fcfa, paid_fcfa, payment_id, transaction_id, created_at, paid_at, ended_at)
  select ${idOf(10, 'n')}, 'CMD-' || 1000000 + n, state, ${idOf(1, `1 + n % ${customers}`)},
    case when is_paid then ${idOf(2, first)} end, case when is_paid then ${idOf(3, first)} end, case when n % 8 = 0 then ${idOf(4, first)} end,
    ${idOf(8, '1 + n % 20')}, 'Zone', 'Près du marché', case when n % 4 = 0 then ${idOf(9, 'n')} end,
    1, 500, 1000, 100, 0, 1600, case when is_paid then 1600 else 0 end, case when is_paid then ${idOf(11, 'n')} end, case when is_paid then 'CMD-' || 1000000 + n end,
    at, case when is_paid then at end, case when state = 'ended' then at + interval '2 hours' end
  from generate_series(1, ${customers * PER_CUSTOMER}) n,
    lateral (select timestamptz '2026-11-20' - n * interval '3 minutes' as at) t,
    lateral (select case when n % 100 = 0 then (array['pre-treatment', 'pending', 'delivering', 'delivered'])[1 + n / 100 % 4] else 'ended' end as state) s,
    lateral (select state <> 'pre-treatment' as is_paid) p`;

const items = `insert into order_items (order_id, position, medication_id, label, quantity, price_fcfa)
  select id, 0, ${idOf(12, '1')}, 'Paracétamol', 1, 1000 from orders`;

const medications = `insert into medications (id, label, search_text, form, price_fcfa, reviewed, requires_prescription, created_at)
  values (${idOf(12, '1')}, 'Paracétamol', 'paracetamol', 'tablet', 1000, true, false, '2026-01-01')`;

const prescriptionItems = `insert into prescription_items (prescription_id, position, medication_id, label, quantity, price_fcfa)
  select id, 0, ${idOf(12, '1')}, 'Paracétamol', case when used_at is null then 2 else 1 end, 1000 from prescriptions`;

const payments = `insert into payments (id, transaction_id, provider, provider_reference, customer_id, status, amount_fcfa, order_id, basket_id, content_digest, created_at, settled_at)
  select payment_id, number, 'sandbox', number, customer_id, 'paid', 1600, id, id, '', created_at, created_at from orders where payment_id is not null`;

const events = `insert into order_events (id, order_id, at, action, from_value, to_value)
  select id, id, created_at + interval '1 hour', 'mark-delivered', 'delivering', 'delivered' from orders where state in ('delivered', 'ended')`;

const audit = `insert into audit (id, at, actor_id, actor_type, action, subject_kind, subject_id, customer_id, details)
  select id, created_at + interval '1 hour', delivery_person_id, 'deliveryPerson', 'progress', 'order', id::text, customer_id, '{"event": "mark-delivered"}'
    from orders where state in ('delivered', 'ended')`;

const notifications = `insert into notifications (id, user_id, title, message, created_at, is_read)
  select id, ${idOf(6, '1')}, 'Commande', number, created_at, state = 'ended' from orders`;

/** For one order in four, all of the same doctor. */
const consultations = `insert into consultations (id, patient_id, patient_name, doctor_id, status, without_doctor, offered_at, created_at, accepted_at, completed_at)
  select id, customer_id, 'Afi Dossou', '${people.partnerDoctor}', 'completed', false, created_at, created_at, created_at, created_at
    from orders where prescription_id is not null`;

const messages = `insert into consultation_messages (id, consultation_id, seq, sender_type, sender_id, content, created_at)
  select id, id, 1, 'patient', patient_id, 'Bonjour docteur', created_at from consultations`;

/** One in three of the first doctor's orders earned a share. */
const journals = `insert into journals (id, kind, order_id, at)
  select o.id, 'ending', o.id, o.created_at + interval '2 hours' from orders o join prescriptions p on p.id = o.prescription_id
    where o.state = 'ended' and right(o.number, 1) in ('0', '4') and p.author_id = '${people.partnerDoctor}'`;

const shares = `insert into entries (id, journal_id, account, beneficiary_id, amount_fcfa, at)
  select id, id, 'partner', '${people.partnerDoctor}'::uuid, -50, at from journals
  union all select gen_random_uuid(), id, 'platform', null, -50, at from journals, generate_series(1, 4)`;

/**
 * Fills the database with 20 orders for each customer, 100,000 in all, and what lists read with them, in seconds: without
 * triggers and, until all rows are there, without indexes.
 * @param vary a statement that changes the orders
 */
export async function fillWithOrders(pool: Pool, customers = CUSTOMERS, vary?: string): Promise<void> {
  const client = await pool.connect();
  try {
    // It applies to this connection only, which is closed at the end.
    await client.query('set statement_timeout = 0');
    await client.query('begin; set local session_replication_role = replica');
    const { rows } = await client.query(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename in ('orders', 'payments', 'prescriptions', 'notifications', 'order_events', 'audit')
         and indexname::regclass not in (select conindid from pg_constraint)`,
    );
    for (const { name } of rows) await client.query(`drop index "${name}"`);
    const fills = [users(customers), zones, prescriptions(customers), orders(customers)];
    for (const fill of [...fills, ...(vary === undefined ? [] : [vary])]) await client.query(fill);
    const read = [medications, items, prescriptionItems, payments, events, audit, notifications];
    const others = [consultations, messages, journals, shares];
    for (const fill of [...read, ...others]) await client.query(fill);
    for (const { definition } of rows) await client.query(definition);
    await client.query('commit');
    // The triggers count rows otherwise.
    await client.query(
      'insert into counts (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa) select * from count_drift',
    );
    await client.query(
      'insert into day_count_changes (day, zone_id, state, n, paid_fcfa, commission_fcfa) select * from day_count_drift',
    );
    await client.query('select fold_counts()');
    // An analysis during a test would change the costs, and PostgreSQL then plans some calls anew.
    await client.query(
      `do $$ declare name regclass; begin
         for name in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
           execute format('alter table %s set (autovacuum_enabled = false)', name);
         end loop;
       end $$`,
    );
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}
