import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, it, onTestFinished } from 'vitest';
import { copyTemplate, withDatabase } from '../testing/global-setup.ts';
import { type OpenDatabase, openDatabase } from './database.ts';

// PostgreSQL writes both definitions in its own words: those of the migrations, and those that the schema would make today.

/** Keys that the schema does not draw, because these tables refer to each other. */
const ONLY_IN_SQL = /^constraint \S+ (orders_payment|prescriptions_used_by_id_orders_id_fk) $/;

const CATALOG = `
  select 'column ' || c.relname || '.' || a.attname as name,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      'default ' || pg_get_expr(d.adbin, d.adrelid), nullif(a.attidentity::text, ''), nullif(a.attgenerated::text, ''),
      nullif(co.collname, 'default')) as definition
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  left join pg_collation co on co.oid = a.attcollation
  where a.attnum > 0 and not a.attisdropped
  union all
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ', pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 't'
  union all
  select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'enum ' || typname, string_agg(enumlabel, ', ' order by enumsortorder)
  from pg_enum join pg_type on pg_type.oid = enumtypid group by typname
`;

it('the migrations make the columns, defaults, constraints and indexes that the schema says', async () => {
  const migrated = await openCopy('migrated');
  const drawn = await openCopy('drawn');
  await dropTables(drawn);
  await drawn.query(await sqlOfSchema());

  const wanted = await read(drawn);
  const found = await read(migrated);
  expect(wanted.size).toBeGreaterThan(900);
  const extra = [...found.keys()].filter((name) => !wanted.has(name) && !ONLY_IN_SQL.test(name));
  expect(extra, 'in the migrations, not in the schema').toEqual([]);
  for (const [name, definition] of wanted) expect(found.get(name), name).toBe(definition);
});

/** @returns what makes the whole schema in an empty database; drizzle-kit adds to Array.prototype, so it runs in a process of its own */
async function sqlOfSchema(): Promise<string> {
  const kit = fileURLToPath(new URL('bin.cjs', import.meta.resolve('drizzle-kit')));
  const { stdout } = await promisify(execFile)(process.execPath, [kit, 'export'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  const statements = stdout.split(/;$/m);
  // Keys follow the unique indexes that they refer to.
  const isKey = (statement: string) => statement.includes('FOREIGN KEY');
  return [...statements.filter((one) => !isKey(one)), ...statements.filter(isKey)].join(';');
}

async function openCopy(name: string): Promise<OpenDatabase['pool']> {
  const database = `amasin_${process.pid}_${name}`;
  await copyTemplate(inject('postgres'), database);
  const opened = openDatabase({ connectionString: withDatabase(inject('postgres').url, database) }, () => {});
  onTestFinished(() => opened.close());
  return opened.pool;
}

/** Drops the tables, sequences and enums; the functions that columns and indexes use stay. */
async function dropTables(pool: OpenDatabase['pool']): Promise<void> {
  const { rows } = await pool.query<{ one: string }>(`
    select 'table ' || quote_ident(tablename) as one from pg_tables where schemaname = 'public'
    union all select 'sequence if exists ' || quote_ident(sequencename) from pg_sequences where schemaname = 'public'
    union all select distinct 'type ' || typname from pg_enum join pg_type on pg_type.oid = enumtypid`);
  for (const { one } of rows) await pool.query(`drop ${one} cascade`);
}

async function read(pool: OpenDatabase['pool']): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; definition: string }>(CATALOG);
  return new Map(rows.map(({ name, definition }) => [name, definition]));
}
