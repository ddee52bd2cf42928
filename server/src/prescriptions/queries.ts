import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';

type NewPrescription = Omit<typeof prescriptions.$inferInsert, 'id' | 'number'>;

/** `ORD-` and 8 digits from a secure random source (RULES 17). */
const randomNumber = () => `ORD-${String(randomInt(100_000_000)).padStart(8, '0')}`;

const TRIES = 20;

/** Inserts a prescription under a number that nobody has; a number already taken is silently drawn again (R26). */
export async function insertPrescription(
  tx: Database,
  prescription: NewPrescription,
  makeNumber = randomNumber,
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
