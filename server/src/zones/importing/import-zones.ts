import type { Readable } from 'node:stream';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { Database } from '../../database/database.ts';
import { type ImportReport, importLines } from '../../importing/import-lines.ts';
import { openText } from '../../importing/open-text.ts';
import { readCsv } from '../../importing/read-csv.ts';
import { type ImportedZone, upsertZones } from './queries.ts';
import { columns, readLine } from './read-line.ts';

/**
 * Reads a list of delivery zones (CSV: label, sectors with a bar between two, and if possible price and commune) into ours.
 * @param fee in FCFA, of a new zone without a price in the file; null: such a line is refused
 * @throws where the file has no such columns
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
  });
}
