import type { Readable } from 'node:stream';
import { readDegrees } from '@amasin/domain/contract/degrees.ts';
import { BENIN } from '@amasin/domain/contract/position.ts';
import { nameText } from '@amasin/domain/contract/text.ts';
import { importColumns } from '@amasin/domain/imports/columns.ts';
import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { plainHours } from '@amasin/domain/pharmacies/opening.ts';
import { readFilePhone } from '@amasin/domain/users/phone-number.ts';
import { z } from 'zod';
import { freeLineText, lineText, reasonOfLine } from '../list-files/line-text.ts';
import { openText } from '../list-files/open-text.ts';
import { readCsv } from '../list-files/read-csv.ts';
import { type ImportedPlace, placeRows } from './import-queries.ts';

/**
 * Reads a directory of pharmacies from CSV into places. A place is identified by its `osm_id` or, without one,
 * by name and town. A file without the required columns is refused.
 */
export const directory = (open: () => Readable, encoding?: FileEncoding) => ({
  open: async function* () {
    yield* readCsv(await openText(open, encoding), importColumns.pharmacies, readLine);
  },
  keyOf: ({ sourceId }: ImportedPlace) => sourceId,
  nameOf: ({ name, sourceId }: ImportedPlace) =>
    sourceId.startsWith('name/') ? name : `${name} (${sourceId})`,
  ...placeRows,
});

interface Range {
  readonly least: number;
  readonly most: number;
}

const NORTH: Range = { least: BENIN.south, most: BENIN.north };
const EAST: Range = { least: BENIN.west, most: BENIN.east };

const isWithin = (degrees: number | null, { least, most }: Range) =>
  degrees !== null && degrees >= least && degrees <= most;

/** A column of degrees, in any writing. Whole ones are a hundred kilometres wide, or one half of « 6,37 » in a file of commas. */
const degrees = (name: string, range: Range) =>
  lineText
    .pipe(z.string().min(1, `${name} manquante`))
    .transform((written, context) => {
      const read = readDegrees(written);
      if (read !== null && !/^-?\d+$/.test(written)) return read;
      context.addIssue(
        read === null ? `${name} illisible` : `${name} sans décimales : « ${written} » (« 6,3703 » attendu)`,
      );
      return z.NEVER;
    })
    .pipe(z.number().refine((read) => isWithin(read, range), `${name} hors du Bénin`));

const SWAPPED = 'Latitude et longitude semblent échangées';

/** Whether each would be in Benin in the place of the other. */
const areSwapped = ({ latitude, longitude }: { latitude?: unknown; longitude?: unknown }) =>
  isWithin(readDegrees(String(latitude ?? '').trim()), EAST) &&
  isWithin(readDegrees(String(longitude ?? '').trim()), NORTH);

const line = z.object({
  name: lineText.pipe(nameText('Nom manquant', 120)),
  latitude: degrees('Latitude', NORTH),
  longitude: degrees('Longitude', EAST),
  osm_id: lineText.pipe(
    z.string().regex(/^((node|way|relation)\/\d{1,15})?$/, 'Identifiant OpenStreetMap illisible (node/123)'),
  ),
  phone: lineText
    .transform((written) => (written === '' ? null : (readFilePhone(written) ?? undefined)))
    .pipe(z.string({ error: 'Téléphone illisible (01 et 8 chiffres attendus)' }).nullable()),
  hours: freeLineText
    .transform(plainHours)
    .pipe(z.string().max(200, 'Horaires trop longs (200 caractères maximum)')),
  address: freeLineText.pipe(z.string().max(300, 'Adresse trop longue (300 caractères maximum)')),
  quarter: freeLineText,
  arrondissement: freeLineText,
  commune: freeLineText,
} satisfies Record<keyof typeof importColumns.pharmacies, z.ZodType>);

/**
 * Parses one line of a directory.
 * @returns the reason when the line is rejected
 */
export function readLine(record: unknown): ImportedPlace | string {
  const parsed = line.safeParse(record);
  if (!parsed.success) return areSwapped(Object(record)) ? SWAPPED : reasonOfLine(parsed.error);
  const { quarter, arrondissement, commune, osm_id, ...place } = parsed.data;
  // A town that is its own quarter is not repeated.
  const parts = new Set([quarter, arrondissement, commune].filter((part) => part !== ''));
  return {
    ...place,
    // Places without an OpenStreetMap id are identified by name and town.
    sourceId: osm_id || `name/${searchText(`${place.name} ${commune}`)}`,
    address: (place.address || [...parts].join(', ')).slice(0, 300) || null,
    hours: place.hours || null,
  };
}
