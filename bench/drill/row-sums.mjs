import { createHash } from 'node:crypto';

/**
 * Sums of the rows of each table of a backup, which are the same in any order: COPY writes rows as they lie in the table, and a table
 * that was loaded in several parts may have them in another order.
 * @param entries the archive's entries: `tables/NAME/PART` has whole lines of COPY
 * @returns by table, the number of rows and the sum of their checksums
 */
export async function sumRows(entries) {
  const sums = new Map();
  for await (const { name, bytes } of entries) {
    const [folder, table] = name.split('/');
    if (folder !== 'tables') continue;
    const found = sums.get(table) ?? { rows: 0, sum: 0n };
    for (const line of bytes.toString().split('\n').slice(0, -1)) {
      found.rows += 1;
      found.sum += createHash('sha256').update(line).digest().readBigUInt64BE();
    }
    sums.set(table, found);
  }
  return new Map([...sums].map(([table, { rows, sum }]) => [table, `${rows} rows, sum ${sum}`]));
}
