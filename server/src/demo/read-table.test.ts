import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readLine } from '../zones/import.ts';
import { importedRow, readTable } from './read-table.ts';

function table(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'amasin-table-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'things.csv');
  writeFileSync(file, text);
  return file;
}

const thing = z.strictObject({ name: z.string(), count: z.coerce.number(), note: z.string().optional() });

it('reads quoted cells and empty ones', () => {
  expect(readTable(table('name;count;note\n"a; b";2;\nc;3;d\n'), thing)).toEqual([
    { name: 'a; b', count: 2 },
    { name: 'c', count: 3, note: 'd' },
  ]);
});

it.each([
  ['a wrong value', 'name;count;note\na;1;\nb;many;\n', 'line 3: count: '],
  ['an unknown column', 'name;count;notes\na;1;b\n', 'line 2: notes: '],
  ['a missing cell', 'name;count;note\na;1;\nb\n', 'got 1 on line 3'],
])('names the file and the line of %s', (_, text, reason) => {
  const file = table(text);
  expect(() => readTable(file, thing)).toThrow(file);
  expect(() => readTable(file, thing)).toThrow(reason);
});

it('throws with the import’s reason when the import would reject the row, or names what it lacks', () => {
  const file = table('label;price;sectors\nCalavi;700;Godomey | Togba\nOuidah;cher;Pahou\n');
  expect(() => readTable(file, importedRow(readLine))).toThrow(`${file}, line 3: Prix illisible`);
  const without = table('label;price;sectors\nCalavi;;Godomey\n');
  expect(() => readTable(without, importedRow(readLine, 'price'))).toThrow(`${without}, line 2: price`);
});
