import type { Readable } from 'node:stream';
import { readTabbed } from './read-tabbed.ts';
import { type Component, type Composition, compositionOf } from './substances.ts';

/** The « fraction thérapeutique » of a salt: its name and dose are those on the box. */
const FRACTION = 'FT';

/**
 * The substances of each specialty of the French public database and their doses (`CIS_COMPO_bdpm.txt`). A salt
 * and its fraction have the same number.
 */
export async function readCompositions(open: () => Readable): Promise<ReadonlyMap<string, Composition>> {
  // A part of a composition would be another one.
  const unreadable = new Set<string>();
  const specialties = new Map<string, Map<number, Component & { nature: string }>>();
  for await (const { fields, refused } of readTabbed(open, 8)) {
    const [code = '', , , name = '', dose = '', amount = '', nature = '', number = ''] = fields;
    if (refused !== null) unreadable.add(code);
    const components = specialties.get(code) ?? new Map();
    specialties.set(code, components);
    const known = components.get(Number(number));
    if (known !== undefined && (known.nature === FRACTION || nature !== FRACTION)) continue;
    components.set(Number(number), { name, dose: perMeasure(dose, amount), nature });
  }
  return new Map(
    [...specialties]
      .filter(([code]) => !unreadable.has(code))
      .map(([code, components]) => {
        const ordered = [...components].sort(([one], [other]) => one - other);
        return [code, compositionOf(ordered.map(([, component]) => component))];
      }),
  );
}

/** « 125 mg » in « une cuillère-mesure de 5 ml » is 125 mg/5 ml; in a tablet it is 125 mg. */
function perMeasure(dose: string, amount: string): string {
  const [, volume] = /(\d[\d,]* ?m[lL])\b/.exec(amount) ?? [];
  const [, weight] = /^(\d[\d,]* ?g)\b/.exec(amount) ?? [];
  const measure = volume ?? weight;
  if (measure === undefined || dose.trim() === '') return dose;
  return `${dose.trim()}/${measure.replace(/^1 /, '')}`;
}
