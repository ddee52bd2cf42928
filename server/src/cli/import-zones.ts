import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import { importZones as readZones } from '../zones/importing/import-zones.ts';
import { importFiles } from './import-files.ts';

/**
 * Imports a list of delivery zones and prints the rejected lines.
 * @param options.price the fee as typed, in FCFA, for new zones that have none in the file
 */
export async function importZones(file: string, { price }: { price?: string }): Promise<void> {
  if (price !== undefined && !(/^\d{1,9}$/.test(price) && Number(price) <= MAX_FCFA)) {
    throw new Error('--price : un nombre entier de francs est attendu.');
  }
  const fee = price === undefined ? null : Number(price);
  await importFiles([file], (db, opening) => readZones(db, opening(file), { fee, at: new Date() }));
}
