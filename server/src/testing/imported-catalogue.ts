import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { medications } from '../database/schema/medications.ts';
import type { TestApp } from './test-app.ts';

/** The time of every import in these tests. */
export const at = new Date('2026-11-20T10:00:00.000Z');

/** Opens this content as a file, for an import. */
export const bytes = (text: string | Buffer) => () => Readable.from([Buffer.from(text)]);

/** The medicines, by label. */
export const storedRows = ({ db }: TestApp) =>
  db.select().from(medications).orderBy(sql`${medications.label} collate "C"`);

/**
 * The medicines as compact objects, with `requiresPrescription` only when true, `reviewed` only when false, and what
 * they contain only when known.
 */
export const importedMedicines = async (server: TestApp) =>
  (await storedRows(server)).map((row) => {
    const { label, form, price, requiresPrescription, reviewed, substances, dosage } = row;
    return {
      label,
      form,
      price,
      ...(requiresPrescription && { requiresPrescription }),
      ...(!reviewed && { reviewed }),
      ...(substances !== null && { substances }),
      ...(dosage !== null && { dosage }),
    };
  });
