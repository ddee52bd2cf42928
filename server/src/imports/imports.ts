import { Readable } from 'node:stream';
import type { importEndpoints } from '@amasin/domain/imports/endpoints.ts';
import type { ImportedListName } from '@amasin/domain/imports/lists.ts';
import type { ImportPreview } from '@amasin/domain/imports/preview.ts';
import type { z } from 'zod';
import { recordImport } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import { type ImportedList, importLines, previewLines, type ReadLine } from '../list-files/import-lines.ts';
import { EncodingDoubt } from '../list-files/open-text.ts';
import { priceList } from '../medications/import.ts';
import { directory } from '../pharmacies/import.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { zoneList } from '../zones/import.ts';

type Form = z.output<typeof importEndpoints.previewImport.body>;

/** Lines of a file: the catalogue has 12,000 medicines. The commands have no limit. */
export const MAX_LINES = 20_000;
/** The header of a file that is not a list of ours may be as long as the file. */
const MAX_REASON = 300;

const NOTHING: ImportPreview = {
  digest: '',
  readings: [],
  counts: { read: 0, added: 0, changed: 0, unchanged: 0, waiting: 0, refused: 0 },
  added: [],
  changed: [],
  waiting: [],
  refused: [],
};

/**
 * Says what the file would change, or how its letters may be read.
 * @throws 422 INVALID for a file that is not such a list
 */
export async function previewImport(ctx: Ctx, name: ImportedListName, form: Form): Promise<ImportPreview> {
  try {
    return await withList(ctx, name, form, (list) => previewLines(ctx.db, list));
  } catch (error) {
    if (error instanceof EncodingDoubt) return { ...NOTHING, readings: [...error.readings] };
    throw refusalOf(error);
  }
}

/**
 * Imports the file, all of it or nothing.
 * @param form.digest of the preview that the caller has seen
 * @param form.anyway imports what waits for a confirmation too
 * @throws 409 IMPORT_CHANGED when it would do anything else; 422 INVALID for a file that is not such a list
 */
export async function importFile(
  ctx: Ctx,
  name: ImportedListName,
  { digest, anyway, ...form }: z.output<typeof importEndpoints.importFile.body>,
): Promise<ImportPreview['counts']> {
  const done = { counts: null as ImportPreview['counts'] | null };
  const work = withList(ctx, name, form, (list) =>
    importLines(ctx.db, list, {
      isConfirmed: anyway !== undefined,
      record: recordImport(name, ctx),
      check: (preview) => {
        if (preview.digest !== digest) throw new Refusal('IMPORT_CHANGED');
        done.counts = preview.counts;
      },
    }),
  );
  await work.catch((error: unknown) => {
    throw refusalOf(error);
  });
  if (done.counts === null) throw new Error('an import that was not checked');
  return done.counts;
}

type Work<R> = <T, Row>(list: ImportedList<T, Row>) => Promise<R>;

async function withList<R>(
  ctx: Ctx,
  name: ImportedListName,
  { file, fee = null, encoding }: Form,
  work: Work<R>,
): Promise<R> {
  const open = () => Readable.from([Buffer.from(file)]);
  const at = ctx.clock.now();
  const bounded = <T, Row>(list: ImportedList<T, Row>) =>
    work({ ...list, open: () => atMost(MAX_LINES, list.open()) });
  switch (name) {
    case 'medications':
      return bounded(priceList(open, at, encoding));
    case 'zones':
      return bounded(zoneList(open, { fee, at, encoding }));
    case 'pharmacies':
      return bounded(directory(open, encoding));
  }
}

/** @throws OperatorError for more lines than a call may bring */
export async function* atMost<T>(
  lines: number,
  read: AsyncIterable<ReadLine<T>>,
): AsyncGenerator<ReadLine<T>> {
  let count = 0;
  for await (const line of read) {
    count += 1;
    if (count > lines) throw new OperatorError('Plus de 20 000 lignes : partagez le fichier en plusieurs');
    yield line;
  }
}

/** Says what is wrong with a file as a whole. */
export const refusalOf = (error: unknown): unknown =>
  error instanceof OperatorError ? invalidField('file', error.message.slice(0, MAX_REASON)) : error;
