import { createReadStream } from 'node:fs';
import { recordCommand } from '../audit/record.ts';
import { systemClock } from '../ctx.ts';
import { findProfessionalByEmail } from '../people/queries.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { readStock, reportOf } from '../stock/read-list.ts';
import { importedBy, replaceStock } from '../stock/stock.ts';
import { changesOf, type ImportOptions, readEncoding, sizeOf, WAITING } from './imports.ts';
import { print, withStore } from './with-store.ts';

const ANOTHER = 'Aucun médicament de ce fichier n’est au catalogue : la liste reste comme elle est.';

/** Replaces the list of a pharmacy and prints what was not taken, or says what would be. */
export async function importStock(
  file: string,
  { pharmacy, preview = false, anyway = false, ...options }: ImportOptions & { readonly pharmacy: string },
): Promise<void> {
  const encoding = readEncoding(options.encoding);
  await sizeOf(file);
  await withStore(async ({ db }) => {
    const account = await findProfessionalByEmail(db, pharmacy.trim().toLowerCase());
    if (account?.type !== 'pharmacy')
      throw new OperatorError(`Aucune pharmacie n’a cette adresse : ${pharmacy}`);
    const read = await readStock(db, () => createReadStream(file), encoding);
    const { counts, unknown, refused, waiting } = reportOf(read, anyway);
    if (!preview && counts.known === 0) throw new OperatorError(ANOTHER);
    if (!preview) {
      await replaceStock({ db, clock: systemClock }, account.id, read, {
        isConfirmed: anyway,
        record: (tx, count) => recordCommand(tx, importedBy(account.id, count)),
      });
    }
    for (const { line, reason } of refused) print(`Ligne ${line} refusée : ${reason}`);
    for (const one of waiting) print(`Ligne ${one.line} en attente : ${changesOf(one)}`);
    for (const name of unknown) print(`Inconnu du catalogue : ${name}`);
    print(
      `Lignes lues : ${counts.read}. Reconnues : ${counts.known}, dont en stock : ${counts.there}. Inconnues : ${counts.unknown}, refusées : ${counts.refused}.${preview ? ' Rien n’a été écrit.' : ''}`,
    );
    if (counts.waiting > 0) print(WAITING.trimEnd());
  });
}
