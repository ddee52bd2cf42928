import type { Readable } from 'node:stream';
import { recordImport } from '../../audit/recording/record-import.ts';
import type { Database } from '../../database/database.ts';
import { type ImportReport, importLines } from '../../importing/import-lines.ts';
import { openText } from '../../importing/open-text.ts';
import { readCsv } from '../../importing/read-csv.ts';
import { type ImportedPlace, upsertPlaces } from './queries.ts';
import { columns, readLine } from './read-line.ts';

/**
 * Imports a directory of pharmacies (CSV with one header line) into places. A place is identified by its
 * `osm_id` or, without one, by name and town.
 * @throws Error when required columns are missing
 */
export function importDirectory(db: Database, open: () => Readable): Promise<ImportReport> {
  return importLines<ImportedPlace>(db, {
    open: async function* () {
      yield* readCsv(await openText(open), columns, readLine);
    },
    keyOf: ({ sourceId }) => sourceId,
    nameOf: ({ sourceId, name }) => (sourceId.startsWith('name/') ? name : sourceId),
    write: async (tx, batch) => ({
      ...(await upsertPlaces(
        tx,
        batch.map(({ value }) => value),
      )),
      refused: [],
    }),
    record: (tx, changed) => recordImport(tx, 'pharmacies', changed),
  });
}
