import type { Pool } from 'pg';
import { bytesOf } from './backup.ts';

/**
 * Finds texts in every column of every table, the queue's too, and in the name and bytes of every stored file.
 * @param words what to find, whatever its case, by what it is called
 * @returns each place (`orders.address`, `file`) with what was found there
 */
export async function findTraces(
  { pool, filesFolder }: { readonly pool: Pool; readonly filesFolder: string },
  words: Readonly<Record<string, string>>,
): Promise<Record<string, string[]>> {
  const found = new Map<string, Set<string>>();
  const note = (place: string, text: string) => {
    for (const [called, word] of Object.entries(words)) {
      if (!text.toLowerCase().includes(word.toLowerCase())) continue;
      const there = found.get(place) ?? new Set();
      found.set(place, there.add(called));
    }
  };
  const { rows: tables } = await pool.query<{ name: string; quoted: string }>(
    `select case schemaname when 'public' then '' else schemaname || '.' end || tablename as name,
      quote_ident(schemaname) || '.' || quote_ident(tablename) as quoted
     from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
       and not exists (select from pg_inherits where inhrelid = (quote_ident(schemaname) || '.' || quote_ident(tablename))::regclass)`,
  );
  for (const { name, quoted } of tables) {
    const { rows } = await pool.query<{ key: string; value: string | null }>(
      `select cell.key, cell.value from ${quoted} t, jsonb_each_text(to_jsonb(t)) cell`,
    );
    for (const { key, value } of rows) if (value !== null) note(`${name}.${key}`, value);
  }
  for (const [path, bytes] of bytesOf(filesFolder)) {
    note('file name', path);
    note('file', bytes.toString('latin1'));
  }
  return Object.fromEntries([...found].sort().map(([place, there]) => [place, [...there].sort()]));
}
