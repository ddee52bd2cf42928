import type { Readable } from 'node:stream';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { importColumns } from '@amasin/domain/imports/columns.ts';
import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { newZone } from '@amasin/domain/zones/zone.ts';
import { z } from 'zod';
import { lineAmount, lineText, reasonOfLine } from '../list-files/line-text.ts';
import { openText } from '../list-files/open-text.ts';
import { readCsv } from '../list-files/read-csv.ts';
import { type ImportedZone, zoneRows } from './import-queries.ts';

/**
 * Reads delivery zones from CSV. A file without the required columns is refused.
 * @param fee the fee of a new zone without a price in the file, FCFA; null refuses such a line
 */
export const zoneList = (
  open: () => Readable,
  { fee, at, encoding }: { fee: Fcfa | null; at: Date; encoding?: FileEncoding | undefined },
) => ({
  open: async function* () {
    yield* readCsv(await openText(open, encoding), importColumns.zones, readLine);
  },
  keyOf: ({ label }: ImportedZone) => searchText(label),
  nameOf: ({ label }: ImportedZone) => label,
  ...zoneRows({ fee, at }),
});

/** Sectors are in one column, separated by a bar; so are other names. */
const names = lineText.transform((written) =>
  written
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);

const line = z.object({
  label: lineText.pipe(newZone.shape.label),
  sectors: names.pipe(newZone.shape.sectors.unwrap()),
  aliases: names.pipe(newZone.shape.aliases.unwrap()),
  price: lineAmount,
  town: lineText
    .refine((written) => !/^[\d\s.,]+$/.test(written), 'Commune illisible')
    .transform((written) => written || null)
    .pipe(newZone.shape.town.unwrap().nullable()),
} satisfies Record<keyof typeof importColumns.zones, z.ZodType>);

/**
 * Parses one line of a list of zones.
 * @returns the reason when the line is rejected
 */
export function readLine(record: unknown): ImportedZone | string {
  const parsed = line.safeParse(record);
  return parsed.success ? parsed.data : reasonOfLine(parsed.error);
}
