import { fieldLabels } from '@amasin/domain/audit/field-labels.ts';
import { getTableColumns } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { medications } from '../database/schema/medications.ts';
import { zones } from '../database/schema/places.ts';
import { users } from '../database/schema/users.ts';

/** Columns that the journal never names as changed: set once, derived from others, or recorded by an action of their own. */
const unnamed = new Set([
  'id',
  'createdAt',
  'createdById',
  'deletedAt',
  'foldedName',
  'searchText',
  'substanceText',
  'prescribed',
  'awaitsActivation',
  'awaitsReview',
  'recalled',
  'reviewAskedAt',
  'checkedById',
  'hasSecondFactor',
  'phoneProvenAt',
  'licenceTold',
]);

it.each(
  Object.entries({ medications, users, zones }).flatMap(([table, columns]) =>
    Object.keys(getTableColumns(columns))
      .filter((column) => !unnamed.has(column))
      .map((column) => [table, column] as const),
  ),
)('the journal has a French label for a change of %s.%s', (_table, column) => {
  expect(
    Object.keys(fieldLabels),
    'add it to domain/src/audit/field-labels.ts, or to `unnamed` of this test',
  ).toContain(column);
});
