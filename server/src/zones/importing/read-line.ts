import { newZone } from '@amasin/domain/zones/zone.ts';
import { z } from 'zod';
import { lineAmount, lineText, reasonOfLine } from '../../importing/line-text.ts';
import type { ImportedZone } from './queries.ts';

/** Sectors are in one column, separated by a bar; so are other names. */
export const columns = {
  needed: { label: 'Zone', sectors: 'Quartiers' },
  alias: {
    label: 'label',
    nom: 'label',
    libelle: 'label',
    zone: 'label',
    sectors: 'sectors',
    quartiers: 'sectors',
    secteurs: 'sectors',
    aliases: 'aliases',
    lieux: 'aliases',
    reperes: 'aliases',
    'autres noms': 'aliases',
    price: 'price',
    prix: 'price',
    frais: 'price',
    'frais de livraison': 'price',
    town: 'town',
    commune: 'town',
    ville: 'town',
  },
};

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
    .transform((written) => written || undefined)
    .pipe(newZone.shape.town),
});

/**
 * Parses one line of a list of zones.
 * @returns the reason when the line is rejected
 */
export function readLine(record: unknown): ImportedZone | string {
  const parsed = line.safeParse(record);
  return parsed.success ? parsed.data : reasonOfLine(parsed.error);
}
