import type { Instructions } from '@amasin/domain/medications/instructions.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { type PrescriptionRow, prescriptions } from '../database/schema/prescriptions.ts';
import { insertPrescription, type NewPrescriptionItem } from '../prescriptions/write-queries.ts';
import { buildMedication } from './catalogue.ts';
import { buildFile } from './file.ts';
import { buildUser } from './user.ts';

/** How a line may be given (rule 54). */
type Giving = Pick<NewPrescriptionItem, 'repeats' | 'repeatDays' | 'deliverBefore' | 'maySplit'>;

type Given = Partial<Omit<PrescriptionRow, 'usedById' | 'usedAt'>> & {
  readonly items?: readonly ({ medication: MedicationRow; quantity: number } & Instructions &
    Partial<Giving>)[];
};

/** An unused prescription with a file and one medicine (default: written by a verified doctor). */
export async function buildPrescription(db: Database, given: Given = {}): Promise<PrescriptionRow> {
  const { items, number, pricedAt, ...fields } = given;
  const authorId = given.authorId ?? (await buildUser(db, { type: 'partnerDoctor', verified: true })).id;
  const createdAt = given.createdAt ?? new Date('2026-11-20T08:00:00Z');
  const url =
    given.url === undefined
      ? (await buildFile(db, { ownerId: authorId, boundAt: createdAt })).key
      : given.url;
  const prescribed = items ?? [{ medication: await buildMedication(db), quantity: 2 }];
  const row = await insertPrescription(
    db,
    {
      type: 'numerical',
      patientName: 'Afi Kpadé',
      patientPhone: '+2290197111111',
      ...fields,
      authorId,
      createdAt,
      url,
    },
    prescribed.map(({ medication: { id, label, price, awaitsReview }, ...item }) => ({
      medicationId: id,
      label,
      price: awaitsReview ? 0 : price,
      ...item,
    })),
    ...(number === undefined ? [] : [() => number]),
  );
  if (pricedAt === undefined) return row;
  await db.update(prescriptions).set({ pricedAt }).where(eq(prescriptions.id, row.id));
  return { ...row, pricedAt };
}
