import type { Readable } from 'node:stream';
import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import { recordImport } from '../../audit/recording/record-import.ts';
import type { Database } from '../../database/database.ts';
import { type ImportReport, importLines } from '../../importing/import-lines.ts';
import { openText } from '../../importing/open-text.ts';
import { readCsv } from '../../importing/read-csv.ts';
import { type ImportedMedication, keyOf, upsertMedications } from './queries.ts';
import { columns, readLine } from './read-line.ts';
import { type PublicBase, readPublicBase } from './read-public-base.ts';

const nameOf = ({ label, form }: ImportedMedication) =>
  `${label} (${medicationFormLabels[form].toLowerCase()})`;

/**
 * Imports a price list (CSV: name, form, price in FCFA; optionally substances and dosage). Medicines with a price are approved; those without
 * are « à vérifier » until a supervisor sets one.
 * @throws Error when required columns are missing
 */
export function importPriceList(db: Database, open: () => Readable, at: Date): Promise<ImportReport> {
  return importLines<ImportedMedication>(db, {
    open: async function* () {
      yield* readCsv(await openText(open), columns, readLine);
    },
    keyOf,
    nameOf,
    write: (tx, batch) => upsertMedications(tx, batch, { isOurs: true, at }),
    record: (tx, changed) => recordImport(tx, 'medications', changed),
  });
}

/**
 * Imports the French public database. All of it is « à vérifier », since its prices are not those of Benin.
 */
export function importPublicBase(db: Database, base: PublicBase, at: Date): Promise<ImportReport> {
  return importLines<ImportedMedication>(db, {
    open: () => readPublicBase(base),
    keyOf,
    nameOf,
    write: (tx, batch) => upsertMedications(tx, batch, { isOurs: false, at }),
    record: (tx, changed) => recordImport(tx, 'medications', changed),
  });
}
