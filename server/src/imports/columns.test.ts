import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeColumns, type ImportColumn, importColumns } from '@amasin/domain/imports/columns.ts';
import { expect, it } from 'vitest';
import { readLine as readMedication } from '../medications/import.ts';
import { readLine as readPlace } from '../pharmacies/import.ts';
import { readLine as readStockLine } from '../stock/read-list.ts';
import { readLine as readZone } from '../zones/import.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/exploitation/commandes.md'), 'utf8');

it.each([
  ['medications', readMedication],
  ['zones', readZone],
  ['pharmacies', readPlace],
  ['stock', readStockLine],
] as const)(
  'the page on commands names the columns of %s, and the model of the dialog can be read',
  (list, readLine) => {
    const { needed, others } = describeColumns(list);
    expect(page).toContain(`| ${needed}, et si possible ${others}`.replaceAll(/(?<=\w)\|/g, String.raw`\|`));
    const columns = Object.entries<ImportColumn>(importColumns[list]);
    const model = Object.fromEntries(columns.map(([name, { example = '' }]) => [name, example]));
    expect(readLine(model)).toBeTypeOf('object');
  },
);
