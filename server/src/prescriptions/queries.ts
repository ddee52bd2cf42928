import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';

type NewPrescription = Omit<typeof prescriptions.$inferInsert, 'id' | 'number'> & {
  /** A new random number at each call. */
  readonly makeNumber: () => string;
};

const TRIES = 20;

/** Inserts a prescription under a number that nobody has; a number already taken is silently drawn again (R26). */
export async function insertPrescription(
  tx: Database,
  { makeNumber, ...prescription }: NewPrescription,
): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const [row] = await tx
      .insert(prescriptions)
      .values({ ...prescription, id: v7(), number: makeNumber() })
      .onConflictDoNothing({ target: prescriptions.number })
      .returning({ id: prescriptions.id });
    if (row !== undefined) return row.id;
  }
  throw new Error('no free prescription number was found');
}
