import type { OpenDatabase } from '../../server/src/database/database.ts';
import { hostileTexts } from './hostile-texts.ts';
import { writeHostileJson } from './write-hostile-json.ts';

/** What people sign in with, what finds rows, codes of our own, and what no screen shows. */
const KEPT =
  /^(?:sessions|codes|code_counts|second_factors|recovery_codes|tries|spent_proofs|push_subscriptions|idempotency_keys|counts|day_counts|count_changes|day_count_changes|file_openings|order_events|files)\.|^users\.(?:email|phone|password_hash|titre_partenaire)$|\.(?:search_text|substance_text|folded_name|content_digest)$/;

/**
 * Writes a hostile text into each text of each row, beginning with the text of index `from`. Keys, references and what a
 * constraint refuses keep their value.
 * @returns the columns that were written, as `table.column`
 */
export async function writeHostileTexts(pool: OpenDatabase['pool'], from: number): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Without triggers and references: nothing is announced or counted.
    await client.query('set session_replication_role = replica');
    await client.query(MORE_ROWS);
    await client.query(TRY_TO_WRITE);
    const { rows: columns } = await client.query<{ table: string; column: string; isArray: boolean }>(TEXTS);
    const written: string[] = [];
    for (const [index, { table, column, isArray }] of columns.entries()) {
      if (KEPT.test(`${table}.${column}`)) continue;
      const text = `($1::text[])[(row_number() over () + $2)::int % ${hostileTexts.length} + 1]`;
      const { rows } = await client.query<{ count: number }>(
        `select count(*) filter (where pg_temp.try_to_write($3, $4, id, text, $5))::int as count
         from (select ctid as id, ${text} as text from "${table}" where "${column}" is not null) texts`,
        [hostileTexts, from + index * 7, table, column, isArray],
      );
      if (rows[0] !== undefined && rows[0].count > 0) written.push(`${table}.${column}`);
    }
    return [...written, ...(await writeHostileJson(client, from, (column) => KEPT.test(column)))];
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

/** What the demo data has none of: notifications, kept places, lines that are left out, payment pages, instructions and notes. */
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
  update users set pharmacist = '-' where type = 'pharmacy';
  insert into addresses (id, owner_id, zone_id, name, sector, address, created_at)
    select gen_random_uuid(), u.id, (select id from zones limit 1), 'Lieu ' || n, '-', '-', now()
    from users u, generate_series(1, 3) n where u.type = 'customer' and u.phone is not null`;

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
  begin
    execute format('update %I set %I = %s where ctid = $1', name, field,
      case when is_array then 'array[left($2, 60)]' else '$2' end) using row_id, value;
    return true;
  exception when check_violation or unique_violation or not_null_violation then
    return false;
  end $$`;
