import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { medications } from '../database/schema/medications.ts';
import type { TestApp } from './test-app.ts';

/** When every import of these tests is made. */
export const at = new Date('2026-11-20T10:00:00.000Z');

/** A file of this content, as an import opens it. */
export const bytes = (text: string | Buffer) => () => Readable.from([Buffer.from(text)]);

/** The catalogue's lines, in the order of their labels. */
export const standing = ({ db }: TestApp) =>
  db.select().from(medications).orderBy(sql`${medications.label} collate "C"`);

/** What the catalogue says of each medicine; the prescription only where it is needed, the review only where it waits. */
export const said = async (server: TestApp) =>
  (await standing(server)).map(({ label, form, price, requiresPrescription, reviewed }) => ({
    label,
    form,
    price,
    ...(requiresPrescription && { requiresPrescription }),
    ...(!reviewed && { reviewed }),
  }));
