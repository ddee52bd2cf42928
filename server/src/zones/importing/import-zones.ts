import type { Readable } from 'node:stream';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { recordImport } from '../../audit/recording/record-import.ts';
import type { Database } from '../../database/database.ts';
import { type ImportReport, importLines } from '../../importing/import-lines.ts';
import { openText } from '../../importing/open-text.ts';
import { readCsv } from '../../importing/read-csv.ts';
import { type ImportedZone, upsertZones } from './queries.ts';
import { columns, readLine } from './read-line.ts';

/**
 * Imports delivery zones from CSV (label, sectors separated by a bar, optionally other names, price and commune).
 * @param fee of a new zone without a price in the file, FCFA; null rejects such a line
 * @throws Error when required columns are missing
 */
export function importZones(
  db: Database,
  open: () => Readable,
  { fee, at }: { fee: Fcfa | null; at: Date },
): Promise<ImportReport> {
  return importLines<ImportedZone>(db, {
    open: async function* () {
      yield* readCsv(await openText(open), columns, readLine);
    },
    keyOf: ({ label }) => searchText(label),
    nameOf: ({ label }) => label,
    write: (tx, batch) => upsertZones(tx, batch, { fee, at }),
    record: (tx, changed) => recordImport(tx, 'zones', changed),
  });
}
