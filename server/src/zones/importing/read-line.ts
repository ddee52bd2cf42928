import { newZone } from '@amasin/domain/zones/zone.ts';
import { z } from 'zod';
import { lineAmount, lineText, reasonOfLine } from '../../importing/line-text.ts';
import type { ImportedZone } from './queries.ts';

/** Sectors are in one column, separated by a bar. */
export const columns = {
  needed: ['label', 'sectors'],
  alias: {
    nom: 'label',
    zone: 'label',
    quartiers: 'sectors',
    prix: 'price',
    frais: 'price',
    commune: 'town',
    'price fcfa': 'price',
  },
};

const line = z.object({
  label: lineText.pipe(newZone.shape.label),
  sectors: lineText
    .transform((written) =>
      written
        .split('|')
        .map((sector) => sector.trim())
        .filter((sector) => sector !== ''),
    )
    .pipe(newZone.shape.sectors.unwrap()),
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
