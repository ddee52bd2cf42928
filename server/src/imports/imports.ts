import { Readable } from 'node:stream';
import type { importEndpoints } from '@amasin/domain/imports/endpoints.ts';
import type { ImportedListName } from '@amasin/domain/imports/lists.ts';
import type { ImportPreview } from '@amasin/domain/imports/preview.ts';
import type { z } from 'zod';
import { recordImport } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import { type ImportedList, importLines, previewLines, type ReadLine } from '../importing/import-lines.ts';
import { priceList } from '../medications/import.ts';
import { directory } from '../pharmacies/import.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { zoneList } from '../zones/import.ts';

type Form = z.output<typeof importEndpoints.previewImport.body>;

/** Lines of a file: the catalogue has 12,000 medicines. The commands have no limit. */
const MAX_LINES = 20_000;
/** The header of a file that is not a list of ours may be as long as the file. */
const MAX_REASON = 300;

/** Says what the file would change. @throws 422 INVALID for a file that is not such a list */
export async function previewImport(ctx: Ctx, name: ImportedListName, form: Form): Promise<ImportPreview> {
  return readable(() => withList(ctx, name, form, (list) => previewLines(ctx.db, list)));
}

/**
 * Imports the file, all of it or nothing.
 * @param digest of the preview that the caller has seen
 * @throws 409 IMPORT_CHANGED when it would do anything else; 422 INVALID for a file that is not such a list
 */
export async function importFile(
  ctx: Ctx,
  name: ImportedListName,
  { digest, ...form }: Form & { digest: string },
): Promise<ImportPreview['counts']> {
  const done = { counts: null as ImportPreview['counts'] | null };
  await readable(() =>
    withList(ctx, name, form, (list) =>
      importLines(ctx.db, list, {
        record: recordImport(name, ctx),
        check: (preview) => {
          if (preview.digest !== digest) throw new Refusal('IMPORT_CHANGED');
          done.counts = preview.counts;
        },
      }),
    ),
  );
  if (done.counts === null) throw new Error('an import that was not checked');
  return done.counts;
}

/** A workbook is a zip. */
const ZIP = Buffer.from('PK\u0003\u0004');
const WORKBOOK = 'Ce fichier est un classeur : enregistrez-le d’abord en « CSV UTF-8 »';

type Work<R> = <T, Row>(list: ImportedList<T, Row>) => Promise<R>;

function withList<R>(
  ctx: Ctx,
  name: ImportedListName,
  { file, fee = null }: Form,
  work: Work<R>,
): Promise<R> {
  if (Buffer.from(file.subarray(0, ZIP.length)).equals(ZIP)) throw invalidField('file', WORKBOOK);
  const open = () => Readable.from([Buffer.from(file)]);
  const at = ctx.clock.now();
  const bounded = <T, Row>(list: ImportedList<T, Row>) =>
    work({ ...list, open: () => atMost(MAX_LINES, list.open()) });
  switch (name) {
    case 'medications':
      return bounded(priceList(open, at));
    case 'zones':
      return bounded(zoneList(open, { fee, at }));
    case 'pharmacies':
      return bounded(directory(open));
  }
}

async function* atMost<T>(lines: number, read: AsyncIterable<ReadLine<T>>): AsyncGenerator<ReadLine<T>> {
  let count = 0;
  for await (const line of read) {
    count += 1;
    if (count > lines) throw new OperatorError('Plus de 20 000 lignes : partagez le fichier en plusieurs');
    yield line;
  }
}

/** Says what is wrong with a file as a whole. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OperatorError) throw invalidField('file', error.message.slice(0, MAX_REASON));
    throw error;
  }
}
