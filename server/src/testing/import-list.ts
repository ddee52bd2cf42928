import type { ImportedListName } from '@amasin/domain/imports/lists.ts';
import { recordImport } from '../audit/record.ts';
import type { Database } from '../database/database.ts';
import { type ImportedList, importLines } from '../list-files/import-lines.ts';

/** Imports a list as the command does: with a line of the journal that names nobody. */
export const importList = <T, Row>(db: Database, name: ImportedListName, list: ImportedList<T, Row>) =>
  importLines(db, list, { record: recordImport(name) });
