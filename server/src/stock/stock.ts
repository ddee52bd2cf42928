import { Readable } from 'node:stream';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import type { endpoints } from '@amasin/domain/endpoints.ts';
import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';
import type { StockedLine } from '@amasin/domain/stock/order-stock.ts';
import type {
  StockLine,
  StockList,
  StockPreview,
  StockReport,
  stockFilters,
} from '@amasin/domain/stock/stock.ts';
import type { z } from 'zod';
import { record } from '../audit/record.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { refusalOf } from '../imports/imports.ts';
import { EncodingDoubt } from '../list-files/open-text.ts';
import { lockPresent } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import {
  type AdmittedKey,
  countStock,
  findBelieved,
  findStockLine,
  findStockLines,
  findStockList,
  replaceStockOf,
  type StockLineRow,
  setThere,
  useStockKey,
} from './queries.ts';
import { digestOf, type ReadStock, readStock, reportOf, rowsOf } from './read-list.ts';

/** Since when what was seen is believed. */
export const believedSince = ({ clock, settings }: Pick<SystemCtx, 'clock' | 'settings'>): Date =>
  new Date(clock.now().getTime() - settings.stockHours * HOUR_MS);

/** Reads one page of the caller's own list. */
export async function readOwnStock(
  ctx: Ctx,
  { q, page, limit }: z.output<typeof stockFilters>,
): Promise<{ list: StockList | null; lines: StockLine[]; total: number }> {
  const pharmacyId = ctx.actor._id;
  const [list, counts, { rows, total }] = await Promise.all([
    findStockList(ctx.db, pharmacyId),
    countStock(ctx.db, pharmacyId),
    findStockLines(ctx.db, pharmacyId, { q, page, limit }),
  ]);
  const lines = rows.map(presentLine);
  if (list === null) return { list, lines, total };
  const { seenAt, read, refused, unknown, unknownNames } = list;
  const until = new Date(seenAt.getTime() + ctx.settings.stockHours * HOUR_MS);
  return {
    list: {
      seenAt: seenAt.toISOString(),
      until: until.toISOString(),
      read,
      ...counts,
      refused,
      unknown,
      unknownNames,
    },
    lines,
    total,
  };
}

const presentLine = ({ medicationId, label, form, there, price, seenAt }: StockLineRow): StockLine => ({
  _id: medicationId,
  label,
  form,
  there,
  price,
  seenAt: seenAt.toISOString(),
});

type OrderLine = Pick<StockedLine, 'medicationId' | 'label'>;

/** What the believed lists of these pharmacies say of each line of an order, by pharmacy. */
export async function readOrderStock(
  ctx: Pick<SystemCtx, 'db' | 'clock' | 'settings'>,
  lines: readonly OrderLine[],
  pharmacyIds: readonly string[],
): Promise<ReadonlyMap<string, StockedLine[]>> {
  const ids = lines.map(({ medicationId }) => medicationId);
  const rows = await findBelieved(ctx.db, pharmacyIds, ids, believedSince(ctx));
  const nothing = { there: null, price: null, seenAt: null };
  const linesOf = (pharmacyId: string) =>
    lines.map(({ medicationId, label }) => {
      const said = rows.find((row) => row.pharmacyId === pharmacyId && row.medicationId === medicationId);
      const { there, price, seenAt } = said ?? nothing;
      return { medicationId, label, there, price, seenAt };
    });
  return new Map(pharmacyIds.map((id) => [id, linesOf(id)]));
}

/** @throws 404 NOT_FOUND for a medicine that is not in the caller's list */
export async function loadStockLine(ctx: Ctx, id: string): Promise<StockLineRow> {
  const row = await findStockLine(ctx.db, ctx.actor._id, id);
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

/** Says that a medicine is there, or no longer: it is seen now. */
export async function switchStock(ctx: Ctx, line: StockLineRow, there: boolean): Promise<StockLine> {
  const seenAt = ctx.clock.now();
  const { medicationId } = line;
  if (!(await setThere(ctx.db, { pharmacyId: ctx.actor._id, medicationId, there, seenAt })))
    throw new Refusal('NOT_FOUND');
  return presentLine({ ...line, there, seenAt });
}

interface SentFile {
  readonly file: Uint8Array;
  readonly encoding?: FileEncoding | undefined;
}

/** @throws 422 INVALID for a file that is not such a list; EncodingDoubt */
const readFile = (db: Database, { file, encoding }: SentFile): Promise<ReadStock> =>
  readStock(db, () => Readable.from([Buffer.from(file)]), encoding).catch((error: unknown) => {
    throw error instanceof EncodingDoubt ? error : refusalOf(error);
  });

const NOTHING: ReadStock = { read: 0, rows: [], waiting: [], unknown: [], refused: [] };

/**
 * Says what the file would be read as, or how its letters may be read.
 * @throws 422 INVALID for a file that is not such a list
 */
export async function previewStock(ctx: Ctx, sent: SentFile): Promise<StockPreview> {
  try {
    const read = await readFile(ctx.db, sent);
    return { ...reportOf(read, false), digest: digestOf(read), readings: [] };
  } catch (error) {
    if (!(error instanceof EncodingDoubt)) throw error;
    return { ...reportOf(NOTHING, false), digest: '', readings: [...error.readings] };
  }
}

type Replacement = HandlerInput<typeof endpoints.replaceStock>['body'];

/**
 * Replaces the caller's whole list.
 * @param sent.digest of the preview that the caller has seen
 * @throws 409 IMPORT_CHANGED when it would be read otherwise; what `sendStock` throws
 */
export async function replaceOwnStock(
  ctx: Ctx,
  { digest, anyway, ...sent }: Replacement,
): Promise<StockReport> {
  const read = await readSent(ctx.db, sent);
  if (digestOf(read) !== digest) throw new Refusal('IMPORT_CHANGED');
  const pharmacyId = ctx.actor._id;
  return replaceStock(ctx, pharmacyId, read, {
    isConfirmed: anyway !== undefined,
    record: (tx, count) => record(ctx, tx, importedBy(pharmacyId, count)),
  });
}

/** The line of the journal about a list. */
export const importedBy = (id: string, count: number) => ({
  action: 'import' as const,
  kind: 'pharmacy' as const,
  id,
  details: { event: 'stock', count },
});

/**
 * Replaces the whole list of a pharmacy, which sends it by a program. A program sends it every hour: the journal has the key only.
 * @throws 422 INVALID for a file that is not such a list, or has no medicine of the catalogue; 401 KEY_UNKNOWN when the key was withdrawn,
 * or its pharmacy deactivated, while the list arrived
 */
export async function sendStock(
  ctx: Pick<SystemCtx, 'db' | 'clock'>,
  { pharmacyId, keyHash }: AdmittedKey,
  { anyway, ...sent }: SentFile & { readonly anyway?: '1' | undefined },
): Promise<StockReport> {
  const read = await readSent(ctx.db, sent);
  return replaceStock(ctx, pharmacyId, read, {
    isConfirmed: anyway !== undefined,
    record: async (tx) => {
      if ((await useStockKey(tx, keyHash, ctx.clock.now())) === null) throw new Refusal('KEY_UNKNOWN');
    },
  });
}

const readSent = (db: Database, sent: SentFile): Promise<ReadStock> =>
  readFile(db, sent).catch((error: unknown) => {
    throw refusalOf(error);
  });

interface Writing {
  readonly isConfirmed: boolean;
  /** Runs in the same transaction, with the number of medicines. */
  readonly record: (tx: Database, count: number) => Promise<void>;
}

/**
 * Replaces the whole list of a pharmacy by what was read.
 * @throws 422 INVALID when it has no medicine of the catalogue, as a file of something else has none; 401 UNAUTHENTICATED when the
 * pharmacy was deleted meanwhile
 */
export async function replaceStock(
  { db, clock }: Pick<SystemCtx, 'db' | 'clock'>,
  pharmacyId: string,
  read: ReadStock,
  { isConfirmed, record: recordIn }: Writing,
): Promise<StockReport> {
  const report = reportOf(read, isConfirmed);
  const { counts, unknown: unknownNames } = report;
  if (counts.known === 0)
    throw invalidField(
      'file',
      'Aucun médicament de ce fichier n’est au catalogue : votre liste reste comme elle est',
    );
  await transact(db, async (tx) => {
    await lockPresent(tx, pharmacyId);
    const { read: lines, unknown, refused, waiting } = counts;
    await replaceStockOf(
      tx,
      {
        pharmacyId,
        seenAt: clock.now(),
        read: lines,
        unknown,
        // What was not confirmed is not in the list either.
        refused: refused + waiting,
        unknownNames,
      },
      rowsOf(read, isConfirmed),
    );
    await recordIn(tx, counts.known);
  });
  return report;
}
