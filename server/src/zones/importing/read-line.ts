import { newZone } from '@amasin/domain/zones/zone.ts';
import { z } from 'zod';
import { lineAmount, lineText, reasonOfLine } from '../../importing/line-text.ts';
import type { ImportedZone } from './queries.ts';

/** Sectors are in one column, separated by a bar; so are other names. */
export const columns = {
  needed: ['label', 'sectors'],
  alias: {
    nom: 'label',
    zone: 'label',
    quartiers: 'sectors',
    lieux: 'aliases',
    reperes: 'aliases',
    'autres noms': 'aliases',
    prix: 'price',
    frais: 'price',
    commune: 'town',
    'price fcfa': 'price',
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
  town: lineText.transform((written) => written || undefined).pipe(newZone.shape.town),
});

/**
 * Parses one line of a list of zones.
 * @returns the reason when the line is rejected
 */
export function readLine(record: unknown): ImportedZone | string {
  const parsed = line.safeParse(record);
  return parsed.success ? parsed.data : reasonOfLine(parsed.error);
}
