import type { OpenDatabase } from '../../server/src/database/database.ts';
import { columnsWithoutFreeText, isWithoutFreeText } from './write-hostile-columns.ts';
import { writeHostileJson } from './write-hostile-json.ts';

/**
 * Writes one of these texts, cut to what the column takes, into each text of each row, beginning with the text of index `from`. Keys,
 * references and what a constraint refuses keep their value.
 * @returns the columns that were written, as `table.column`
 * @throws when a column was written in no row and is not named among those without free text, or a name there is of no column
 */
export async function writeHostileTexts(
  pool: OpenDatabase['pool'],
  texts: readonly string[],
  from: number,
): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Without triggers and references: nothing is announced or counted.
    await client.query('set session_replication_role = replica');
    // One statement writes a column of every row: on a busy machine it takes longer than one of the product may.
    await client.query('set statement_timeout = 0');
    await client.query(MORE_ROWS);
    await client.query(TRY_TO_WRITE);
    const { rows: columns } = await client.query<{ table: string; column: string; isArray: boolean }>(TEXTS);
    const written: string[] = [];
    const missing: string[] = [];
    for (const [index, { table, column, isArray }] of columns.entries()) {
      const name = `${table}.${column}`;
      if (isWithoutFreeText(name)) continue;
      const text = `($1::text[])[(row_number() over () + $2)::int % ${texts.length} + 1]`;
      const { rows } = await client.query<{ count: number }>(
        `select count(*) filter (where pg_temp.try_to_write($3, $4, id, text, $5))::int as count
         from (select ctid as id, ${text} as text from "${table}" where "${column}" is not null) texts`,
        [texts, from + index * 7, table, column, isArray],
      );
      (rows[0] !== undefined && rows[0].count > 0 ? written : missing).push(name);
    }
    if (missing.length > 0) {
      throw new Error(
        `no row has a text in ${missing.join(', ')}: add one to MORE_ROWS, or name it in NO_FREE_TEXT`,
      );
    }
    const names = new Set(columns.flatMap(({ table, column }) => [`${table}.*`, `${table}.${column}`]));
    const unknown = columnsWithoutFreeText.filter((name) => !names.has(name));
    if (unknown.length > 0) throw new Error(`NO_FREE_TEXT names no such text: ${unknown.join(', ')}`);
    return [...written, ...(await writeHostileJson(client, texts, from, isWithoutFreeText))];
  } finally {
    await client.query('reset session_replication_role');
    await client.query('reset statement_timeout');
    client.release();
  }
}

/**
 * Adds what the demo data lacks: notifications, kept places, lines that are left out, payment pages, instructions and notes, links to
 * pay, agreements of insurers, recalls, and money that went wrong: under review, paid back, given back by the line, debited twice, refused as a
 * payout, left out of payouts; and SMS that failed.
 */
const MORE_ROWS = `
  insert into notifications (id, user_id, title, message, link, created_at, earlier)
    select gen_random_uuid(), u.id, '-', '-', '/profile', now(), jsonb_build_array(
      jsonb_build_object('title', '-', 'message', '-', 'createdAt', now() - interval '1 minute'),
      jsonb_build_object('title', '-', 'message', '', 'createdAt', now() - interval '2 minutes'))
    from users u, generate_series(1, 12) where u.phone is not null;
  update orders set left_out = jsonb_build_array(jsonb_build_object('medicationId', (select id from medications m where not
    exists (select from order_items i where i.order_id = orders.id and i.medication_id = m.id) limit 1),
    'label', '-', 'quantity', 1, 'price', 500, 'posology', '-', 'duration', '-', 'position', items_count))
    where prescription_id is not null and items_count > 0;
  update payments set portal = jsonb_build_object('url', 'about:blank', 'token', '-', 'clientId', '-', 'productId', '-',
    'message', '-', 'minAmount', 100, 'phone', '-');
  update order_items set posology = '-', duration = '-';
  update prescription_items set posology = '-', duration = '-';
  update orders set problem = 'customer-absent', problem_at = now(), problem_note = '-' where state = 'delivering';
  update orders set cancel_note = '-' where state = 'cancelled';
  update orders set insurer_agreement = '-' where card_id is not null;
  insert into feedback (id, order_id, answered_at, wrongs, note, handled_at, handled_by_id, outcome, outcome_note)
    select gen_random_uuid(), o.id, now(), '{late}', '-', case when n % 2 = 1 then now() end, case when n % 2 = 1 then s.id end,
      case when n % 2 = 1 then 'called' end, case when n % 2 = 1 then '-' end
    from (select id, row_number() over (order by id) as n from orders where state in ('delivered', 'ended') limit 20) o,
      (select id from users where type = 'supervisor' limit 1) s on conflict do nothing;
  insert into reports (id, order_id, kind, state, created_at, medicines, words, since, taker, stopped, fault, batch,
      taken_by_id, taken_at, facts, declared_on, receipt, closed_at, closed_reason, closed_note)
    select gen_random_uuid(), o.id, made.kind, made.state, now(), '[{"label": "-", "quantity": 1}]', '-',
      case when made.kind = 'reaction' then current_date end, case when made.kind = 'reaction' then 'self' end,
      case when made.kind = 'reaction' then true end, case when made.kind = 'box' then 'look' end,
      case when made.kind = 'box' then '-' end, a.id, now(),
      '{"initials": "-", "batch": "-", "dose": "-", "description": "-", "otherMedicines": "-", "cause": "-"}',
      case when made.state <> 'taken' then current_date end, case when made.state <> 'taken' then '-' end,
      case when made.state = 'closed' then now() end, case when made.state = 'closed' then 'advised' end,
      case when made.state = 'closed' then '-' end
    from (select id from orders where state in ('delivered', 'ended') limit 4) o,
      (select id from users where type = 'agent' limit 1) a,
      (values ('reaction', 'taken'), ('box', 'taken'), ('reaction', 'declared'), ('box', 'closed')) as made (kind, state);
  insert into pay_links (id, token_hash, customer_id, draft, basket_id, content_digest, amount_fcfa, shows_content, created_at,
      expires_at)
    select gen_random_uuid(), encode(sha256(convert_to(right(u.phone, 10), 'UTF8')), 'hex'), u.id, jsonb_build_object(
      'order', jsonb_build_object('address', '-'),
      'lines', jsonb_build_array(jsonb_build_object('label', '-', 'quantity', 1, 'price', 500)),
      'quote', jsonb_build_object('medicines', 500, 'deliveryFee', 1000, 'commission', 50, 'reduction', 0, 'total', 1550)),
      gen_random_uuid()::text, '-', 1550, true, now(), now() + interval '1 day'
    from users u where u.type = 'customer' and u.phone is not null;
  insert into payout_terms (id, user_id, interval, minimum_fcfa, left_out)
    select gen_random_uuid(), u.id, 'week', 0, '-' from users u where u.type in ('pharmacy', 'deliveryPerson', 'partnerDoctor')
    on conflict do nothing;
  update users set pharmacist = '-', licence_number = '-', licence_until = current_date, order_number = '-' where type = 'pharmacy';
  insert into addresses (id, owner_id, zone_id, name, sector, address, created_at)
    select gen_random_uuid(), u.id, (select id from zones limit 1), 'Lieu ' || n, '-', '-', now()
    from users u, generate_series(1, 3) n where u.type = 'customer' and u.phone is not null;
  update prescriptions set client_ref = id::text;
  update consultation_messages set client_message_id = id::text where sender_type <> 'system';
  insert into payments (id, transaction_id, provider, provider_reference, provider_transaction_id, customer_id, status,
      amount_fcfa, draft, portal, order_id, basket_id, content_digest, review_reason, created_at, settled_at,
      reviewed_at, reviewed_by_id, review_note)
    select gen_random_uuid(), gen_random_uuid()::text, p.provider, gen_random_uuid()::text, '-', p.customer_id, 'review',
      p.amount_fcfa, p.draft, p.portal, p.order_id, gen_random_uuid()::text, '-', 'reference', now(), now(),
      seen.at, seen.by, seen.note
    from (select * from payments limit 12) p, (values (null::timestamptz, null::uuid, null),
      (now(), (select id from users where type = 'supervisor' limit 1), '-')) as seen (at, by, note);
  insert into refunds (id, payment_id, debit, customer_id, amount_fcfa, state, asked_by_id, asked_at, tries,
      provider_reference, done_at, settled_by_id, settled_note)
    select gen_random_uuid(), p.id, '-', p.customer_id, p.amount_fcfa, case when n % 2 = 0 then 'failed' else 'done' end,
      s.id, now(), 1, '-', case when n % 2 = 1 then now() end, case when n % 2 = 1 then s.id end,
      case when n % 2 = 1 then '-' end
    from (select *, row_number() over (order by id) as n from payments where reviewed_at is not null) p,
      (select id from users where type = 'supervisor' limit 1) s;
  insert into refunds (id, payment_id, debit, customer_id, order_id, amount_fcfa, state, asked_by_id, asked_at, tries, way,
      payout_provider, provider_payout_id, reason, note)
    select gen_random_uuid(), p.id, '-', o.customer_id, o.id, 110, 'failed', s.id, now(), 1, 'payout', 'sandbox', o.id::text,
      'damaged', '-'
    from orders o join payments p on p.id = o.payment_id, (select id from users where type = 'supervisor' limit 1) s
    where o.items_count > 0 and o.state <> 'cancelled';
  insert into refund_lines (id, refund_id, order_id, position, quantity, medicines_fcfa, commission_fcfa, reduction_fcfa)
    select gen_random_uuid(), r.id, r.order_id, i.position, 1, 100, 10, 0
    from refunds r join order_items i on i.order_id = r.order_id and i.position = 0 where r.reason is not null;
  insert into stray_debits (id, provider, transaction_id, reference, amount_fcfa, currency, at, closed_at, closed_by_id, note)
    select gen_random_uuid(), '-', n::text, '-', 500, 'XOF', now(), case when n % 2 = 1 then now() end,
      case when n % 2 = 1 then s.id end, case when n % 2 = 1 then '-' end
    from generate_series(1, 12) n, (select id from users where type = 'supervisor' limit 1) s;
  insert into payouts (id, journal_id, beneficiary_id, amount_fcfa, state, provider, operator, phone, asked_by_id, asked_at,
      provider_payout_id, settled_at, failure, return_journal_id, note)
    select gen_random_uuid(), gen_random_uuid(), u.id, 500, made.state, made.provider, 'mtn', '+2290197000000', s.id, now(),
      case when made.state = 'failed' then gen_random_uuid()::text end, now(), made.failure,
      case when made.state = 'failed' then gen_random_uuid() end, made.note
    from users u, (select id from users where type = 'superAdmin' limit 1) s,
      (values ('failed', 'sandbox', '-', null), ('done', null, null, '-')) as made (state, provider, failure, note)
    where u.type = 'partnerDoctor';
  insert into recalls (id, medication_id, lots, advice, note, source, day, created_at, created_by_id)
    select gen_random_uuid(), m.id, '{A1}', 'call-us', '-', '-', current_date, now(), s.id
    from (select id from medications limit 12) m, (select id from users where type = 'supervisor' limit 1) s;
  insert into house_settings (version, saved, updated_at) values (1, '{"contactPlace": "-"}', now());
  insert into sms_messages (id, kind, phone, state, attempts, vendor_id, reason, detail, created_at, settled_at)
    select gen_random_uuid(), 'code', '+229 01 ** ** ** 00', 'failed', 1, '-', 'refused', '-', now(), now()
    from generate_series(1, 12)`;

/** Columns of texts that are neither keys nor references nor computed. */
const TEXTS = `
  select c.table_name as table, c.column_name as column, c.data_type = 'ARRAY' as "isArray"
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
    and (c.data_type = 'text' or c.udt_name = '_text')
    and not exists (
      select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.contype in ('f', 'p') and k.conrelid = format('%I', c.table_name)::regclass and a.attname = c.column_name)
  order by 1, 2`;

const TRY_TO_WRITE = `
  create function pg_temp.try_to_write(name text, field text, row_id tid, value text, is_array boolean) returns boolean
  language plpgsql as $$
  declare
    size int;
  begin
    foreach size in array array[1000, 120, 80, 40, 20, 10] loop
      begin
        execute format('update %I set %I = %s where ctid = $1', name, field,
          case when is_array then 'array[left($2, 60)]' else '$2' end) using row_id, left(value, size);
        return true;
      exception when check_violation or unique_violation or not_null_violation then
        continue;
      end;
    end loop;
    return false;
  end $$`;
