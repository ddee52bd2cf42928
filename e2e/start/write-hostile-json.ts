import type { PoolClient } from 'pg';

/** Ids and moments. */
const KEPT_VALUE = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.+Z-]+)$/;

/** Keys whose values are words that the code compares with its own, keys of files, or addresses of payment pages. */
const KEPT_KEY = /^(?:form|review|mode|event|by|url)$/;

/** Types whose values are no free text. A new type must be added here, or get hostile texts. */
const WITHOUT_TEXT = [
  'uuid',
  'xid8',
  'bool',
  'int2',
  'int4',
  'int8',
  '_int4',
  '_uuid',
  'float8',
  'numeric',
  'date',
  'timestamptz',
];
const WITH_TEXT = ['text', '_text', 'jsonb'];

/**
 * Writes a hostile text into each text inside each JSON value of each row; its keys, numbers, ids and moments remain.
 * @returns the columns that were written, as `table.column`
 * @throws when a column has no text that could be replaced, or a type that this does not know
 */
export async function writeHostileJson(
  client: PoolClient,
  texts: readonly string[],
  from: number,
  isKept: (column: string) => boolean,
): Promise<string[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(COLUMNS);
  const columns = rows.filter(({ table, column }) => !isKept(`${table}.${column}`));
  const unknown = columns.filter(({ type }) => ![...WITHOUT_TEXT, ...WITH_TEXT].includes(type));
  if (unknown.length > 0) throw new Error(`columns of an unknown type: ${JSON.stringify(unknown)}`);

  const written: string[] = [];
  for (const { table, column } of columns.filter(({ type }) => type === 'jsonb')) {
    const name = `${table}.${column}`;
    const { rows: values } = await client.query<{ id: string; value: unknown }>(
      `select ctid::text as id, "${column}" as value from "${table}" where "${column}" is not null`,
    );
    let count = from;
    const next = () => texts[count++ % texts.length] ?? '';
    const changed = values.map(({ value }) => JSON.stringify(replaceTexts(value, next)));
    if (count === from) throw new Error(`no row has a text in ${name}: add one to MORE_ROWS`);
    await client.query(
      `update "${table}" set "${column}" = changed.value
       from unnest($1::tid[], $2::jsonb[]) as changed (id, value) where "${table}".ctid = changed.id`,
      [values.map(({ id }) => id), changed],
    );
    written.push(name);
  }
  return written;
}

function replaceTexts(value: unknown, next: () => string, key = ''): unknown {
  if (typeof value === 'string') return KEPT_KEY.test(key) || KEPT_VALUE.test(value) ? value : next();
  if (Array.isArray(value)) return value.map((one) => replaceTexts(one, next, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, replaceTexts(one, next, name)]),
  );
}

const COLUMNS = `
  select c.table_name as table, c.column_name as column, c.udt_name as type
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
  order by 1, 2`;
