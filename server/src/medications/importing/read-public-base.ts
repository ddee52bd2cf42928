import type { Readable } from 'node:stream';
import { divideHalfUp, type Fcfa } from '@amasin/domain/contract/money.ts';
import { newMedication } from '@amasin/domain/medications/medication.ts';
import { z } from 'zod';
import type { ReadLine } from '../../importing/import-lines.ts';
import { lineText, reasonOfLine } from '../../importing/line-text.ts';
import type { ImportedMedication } from './queries.ts';
import { readCompositions } from './read-compositions.ts';
import { readForm } from './read-form.ts';
import { readTabbed } from './read-tabbed.ts';

/** Francs for 1,000 euros, a fixed parity. */
const FRANCS_FOR_1000_EUROS = 655_957;
/** The smallest coin. */
const COIN: Fcfa = 5;

const specialty = z
  .tuple([z.string(), lineText.pipe(newMedication.shape.label), z.string()])
  .rest(z.string());

/** The files of the French public database. */
export interface PublicBase {
  /** `CIS_bdpm.txt` */
  readonly specialties: () => Readable;
  /** `CIS_CIP_bdpm.txt` */
  readonly presentations: () => Readable;
  /** `CIS_COMPO_bdpm.txt` */
  readonly compositions: () => Readable;
}

/**
 * Marketed specialties except homeopathy, each at the price of its cheapest marketed presentation, in francs, with its
 * substances.
 */
export async function* readPublicBase(base: PublicBase): AsyncGenerator<ReadLine<ImportedMedication>> {
  const cents = await readPrices(base.presentations);
  const compositions = await readCompositions(base.compositions);
  for await (const { fields, line, refused } of readTabbed(base.specialties, 12)) {
    const [code = '', , form = '', , , procedure = '', marketed = ''] = fields;
    if (refused !== null) {
      yield { line, read: refused };
      continue;
    }
    if (marketed.trim() !== 'Commercialisée' || procedure.includes('homéo')) continue;
    const parsed = specialty.safeParse(fields);
    if (!parsed.success) {
      yield { line, read: reasonOfLine(parsed.error) };
      continue;
    }
    const price = cents.get(code);
    const read: ImportedMedication = {
      label: parsed.data[1],
      form: readForm(form) ?? 'other',
      price: price === undefined ? null : toFrancs(price),
      // Published in another file.
      requiresPrescription: null,
      ...(compositions.get(code) ?? { substances: null, dosage: null }),
    };
    yield { line, read };
  }
}

/** The price of each specialty's cheapest marketed presentation, euro cents. */
async function readPrices(open: () => Readable): Promise<Map<string, number>> {
  const cheapest = new Map<string, number>();
  for await (const { fields, refused } of readTabbed(open, 13)) {
    if (refused !== null) continue;
    const [code = '', , , state, declared, , , , , price = ''] = fields;
    const cents = readCents(price);
    const isSold = state === 'Présentation active' && declared === 'Déclaration de commercialisation';
    if (!isSold || cents === null || cents === 0) continue;
    cheapest.set(code, Math.min(cents, cheapest.get(code) ?? cents));
  }
  return cheapest;
}

/** Parses « 24,34 » and, above a thousand, « 1,466,29 »: the last comma is the decimal one. */
function readCents(written: string): number | null {
  const digits = written.trim().replace(/,(?=.*,)/g, '');
  return /^\d+,\d\d$/.test(digits) ? Number(digits.replace(',', '')) : null;
}

function toFrancs(cents: number): Fcfa {
  return divideHalfUp(cents * FRANCS_FOR_1000_EUROS, 100 * 1000 * COIN) * COIN;
}
