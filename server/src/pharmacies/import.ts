import type { Readable } from 'node:stream';
import { BENIN } from '@amasin/domain/contract/position.ts';
import { nameText } from '@amasin/domain/contract/text.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { readFilePhone } from '@amasin/domain/users/phone-number.ts';
import { z } from 'zod';
import { lineText, reasonOfLine } from '../importing/line-text.ts';
import { openText } from '../importing/open-text.ts';
import { readCsv } from '../importing/read-csv.ts';
import { type ImportedPlace, placeRows } from './import-queries.ts';

/**
 * Reads a directory of pharmacies (CSV with one header line) into places. A place is identified by its `osm_id` or, without one,
 * by name and town. A file without the required columns is refused.
 */
export const directory = (open: () => Readable) => ({
  open: async function* () {
    yield* readCsv(await openText(open), columns, readLine);
  },
  keyOf: ({ sourceId }: ImportedPlace) => sourceId,
  nameOf: ({ name, sourceId }: ImportedPlace) =>
    sourceId.startsWith('name/') ? name : `${name} (${sourceId})`,
  ...placeRows,
});

/** Coordinates outside of Benin are refused, which detects swapped columns. */
const NORTH = { least: BENIN.south, most: BENIN.north };
const EAST = { least: BENIN.west, most: BENIN.east };

/** « 6.3703 », or « 6,3703 » as spreadsheets set to French write it. */
const degrees = (name: string, { least, most }: { least: number; most: number }) =>
  lineText
    .pipe(z.string().min(1, `${name} manquante`))
    .pipe(z.string().regex(/^\d{1,3}([.,]\d{1,20})?$/, `${name} illisible`))
    .transform((written) => Number(written.replace(',', '.')))
    .pipe(z.number().min(least, `${name} hors du Bénin`).max(most, `${name} hors du Bénin`));

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
  opening_hours: lineText.pipe(z.string().max(200, 'Horaires trop longs (200 caractères maximum)')),
  address: lineText.pipe(z.string().max(300, 'Adresse trop longue (300 caractères maximum)')),
  quarter: lineText,
  arrondissement: lineText,
  commune: lineText,
});

const columns = {
  needed: { name: 'Nom', latitude: 'Latitude', longitude: 'Longitude' },
  alias: {
    name: 'name',
    nom: 'name',
    pharmacie: 'name',
    latitude: 'latitude',
    lat: 'latitude',
    longitude: 'longitude',
    lng: 'longitude',
    lon: 'longitude',
    phone: 'phone',
    telephone: 'phone',
    tel: 'phone',
    'opening hours': 'opening_hours',
    horaires: 'opening_hours',
    address: 'address',
    adresse: 'address',
    quarter: 'quarter',
    quartier: 'quarter',
    commune: 'commune',
    ville: 'commune',
  },
};

/**
 * Parses one line of a directory.
 * @returns the reason when the line is rejected
 */
export function readLine(record: unknown): ImportedPlace | string {
  const parsed = line.safeParse(record);
  if (!parsed.success) return reasonOfLine(parsed.error);
  const { name, latitude, longitude, phone, ...rest } = parsed.data;
  // A town that is its own quarter is not repeated.
  const parts = new Set([rest.quarter, rest.arrondissement, rest.commune].filter((part) => part !== ''));
  return {
    // Places without an OpenStreetMap id are identified by name and town.
    sourceId: rest.osm_id || `name/${searchText(`${name} ${rest.commune}`)}`,
    name,
    latitude,
    longitude,
    phone,
    address: (rest.address || [...parts].join(', ')).slice(0, 300) || null,
    hours: rest.opening_hours || null,
  };
}
