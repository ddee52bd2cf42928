import { and, desc, eq, getTableColumns, gte, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { medications, wordsOf } from '../database/schema/medications.ts';
import { prescriptionItems, prescriptions } from '../database/schema/prescriptions.ts';
import { preparedOnce } from '../database/sql.ts';
import { frenchOrder, visible } from './queries.ts';

const given = sql.placeholder;
const { searchText, substanceText, form } = medications;

type Ordered = Record<'searchText' | 'substanceText' | 'prescribed' | 'label' | 'form' | 'id', AnyPgColumn>;

/**
 * Sorts by first word and substances, and within those the usual strength first. Names are not ranked against each other: that would
 * promote brands.
 */
const usualOrder = (table: Ordered) => [
  sql`split_part(${table.searchText}, ' ', 1)`,
  table.substanceText,
  desc(table.prescribed),
  ...frenchOrder(table),
];

/** Selects medicines whose label begins with the phrase: a range of the "C"-collated index. */
const selectBegun = (db: Database, orderableOnly: boolean) =>
  db
    .select()
    .from(medications)
    .where(
      and(
        visible(orderableOnly),
        sql`${searchText} collate "C" >= ${given('phrase')} and ${searchText} collate "C" < ${given('end')}`,
      ),
    )
    .orderBy(...usualOrder(medications))
    .limit(given('limit'));

/** Selects other medicines with words that match, the highest of `rank` first. */
function selectMatching(db: Database, orderableOnly: boolean, rank: (text: AnyPgColumn) => SQL) {
  const matching = db
    .select()
    .from(medications)
    .where(
      and(
        visible(orderableOnly),
        // A subquery hides the words from the planner: one plan for all of them, not a new one each time.
        sql`${wordsOf(medications)} @@ (select ${given('words')}::tsquery)`,
        sql`${medications.id} <> all(${given('found')}::uuid[])`,
      ),
    )
    // Byte order selects nearly the same as French order and compares faster. Sorting by an expression keeps PostgreSQL from reading
    // an index in that order until enough rows match, which is slow where few do.
    .orderBy(sql`(${searchText} || '') collate "C"`)
    .limit(given('ranked'))
    .as('matching');
  return db
    .select()
    .from(matching)
    .orderBy(desc(rank(matching.searchText)), ...usualOrder(matching))
    .limit(given('limit'));
}

/** Selects medicines with the substances of a brand: those with no other first, and of them those to swallow whole. */
function selectBranded(db: Database, orderableOnly: boolean) {
  const hasOnly = sql`case when ${substanceText} is null
    then ${searchText} like any(${given('beginnings')}::text[])
    else ${substanceText} = any(${given('substances')}::text[]) end`;
  return db
    .select()
    .from(medications)
    .where(
      and(
        visible(orderableOnly),
        sql`${wordsOf(medications)} @@ (select ${given('words')}::tsquery)`,
        sql`${medications.id} <> all(${given('found')}::uuid[])`,
      ),
    )
    .orderBy(desc(hasOnly), desc(sql`${form} in ('tablet', 'capsule')`), ...usualOrder(medications))
    .limit(given('limit'));
}

/** Selects medicines with exactly these substances whose label begins otherwise: one for each first word. */
function selectOtherNames(db: Database, orderableOnly: boolean) {
  const { id, label } = medications;
  const place = sql<number>`row_number() over (
    partition by split_part(${searchText}, ' ', 1) order by ${label} collate "french", ${form}, ${id})`;
  const names = db
    .select({ ...getTableColumns(medications), place: place.as('place') })
    .from(medications)
    .where(
      and(
        visible(orderableOnly),
        sql`${wordsOf(medications)} @@ (select ${given('words')}::tsquery)`,
        sql`${substanceText} = ${given('phrase')}`,
        sql`not starts_with(${searchText}, ${given('phrase')})`,
      ),
    )
    .as('names');
  return db
    .select()
    .from(names)
    .where(eq(names.place, 1))
    .orderBy(...frenchOrder(names))
    .limit(given('limit'));
}

const prepare = (db: Database, orderableOnly: boolean, kind: string) => ({
  begun: selectBegun(db, orderableOnly).prepare(`search_begun_${kind}`),
  exact: selectMatching(db, orderableOnly, (text) => sql`${text} like ${given('pattern')}`).prepare(
    `search_exact_${kind}`,
  ),
  corrected: selectMatching(
    db,
    orderableOnly,
    (text) => sql`word_similarity(${given('phrase')}, ${text})`,
  ).prepare(`search_corrected_${kind}`),
  branded: selectBranded(db, orderableOnly).prepare(`search_branded_${kind}`),
  otherNames: selectOtherNames(db, orderableOnly).prepare(`search_other_names_${kind}`),
});

export const statements = preparedOnce((db) => ({
  all: prepare(db, false, 'all'),
  orderable: prepare(db, true, 'orderable'),
}));

/** Sets `prescribed` to the number of lines in prescriptions since then; writes only the rows whose number changes. */
export async function updatePrescribed(db: Database, since: Date): Promise<void> {
  const lines = db
    .select({ medicationId: prescriptionItems.medicationId })
    .from(prescriptionItems)
    .innerJoin(
      prescriptions,
      and(
        eq(prescriptions.id, prescriptionItems.prescriptionId),
        gte(prescriptions.createdAt, since),
        isNull(prescriptions.deletedAt),
      ),
    )
    .as('lines');
  const counted = db
    .select({ id: medications.id, n: sql<number>`count(${lines.medicationId})::integer`.as('n') })
    .from(medications)
    .leftJoin(lines, eq(lines.medicationId, medications.id))
    .groupBy(medications.id)
    .as('counted');
  await db
    .update(medications)
    .set({ prescribed: sql`${counted.n}` })
    .from(counted)
    .where(and(eq(medications.id, counted.id), ne(medications.prescribed, counted.n)));
}
