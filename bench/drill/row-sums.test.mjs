import { expect, test } from 'vitest';
import { sumRows } from './row-sums.mjs';

const sumOf = async (...parts) => {
  const entries = parts.map((text, n) => ({ name: `tables/orders/${n + 1}`, bytes: Buffer.from(text) }));
  return (await sumRows(entries)).get('orders');
};

test('the sum of rows is the same in another order and in other parts', async () => {
  const sum = await sumOf('a\t1\nb\t2\n', 'c\t3\n');
  expect(sum).toMatch(/^3 rows, /);
  expect(await sumOf('c\t3\na\t1\n', 'b\t2\n')).toBe(sum);
});

test('a changed, a missing and a repeated row change it', async () => {
  const sum = await sumOf('a\t1\nb\t2\n');
  for (const other of ['a\t1\nb\t3\n', 'a\t1\n', 'a\t1\na\t1\n', 'a\t2\nb\t1\n'])
    expect(await sumOf(other)).not.toBe(sum);
});

test('files and the manifest have no rows', async () => {
  const entries = ['manifest.json', 'files/a'].map((name) => ({ name, bytes: Buffer.from('a\n') }));
  expect((await sumRows(entries)).size).toBe(0);
});
