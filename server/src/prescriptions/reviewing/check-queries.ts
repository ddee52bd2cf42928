import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { constantLimit } from '../../database/lists/paging.ts';
import { prescriptions } from '../../database/schema/prescriptions.ts';
import { awaitsCheck, isWithdrawn } from '../../scopes/prescribers.ts';
import { type PrescriptionView, readPrescriptions } from '../queries.ts';

/** As many as are listed. */
const MAX_LISTED = 200;

const isUnused = and(isNull(prescriptions.usedById), isNull(prescriptions.deletedAt));

/** Marks that the pharmacists are asked. @returns false when they were before, or when it does not wait for them */
export async function markCheckAsked(tx: Database, id: string, at: Date): Promise<boolean> {
  const asked = await tx
    .update(prescriptions)
    .set({ checkAskedAt: at })
    .where(and(eq(prescriptions.id, id), isUnused, isNull(prescriptions.checkAskedAt), awaitsCheck))
    .returning({ id: prescriptions.id });
  return asked.length === 1;
}

/** The prescriptions that wait for a pharmacist, the oldest question first. */
export async function findToCheck(db: Database): Promise<PrescriptionView[]> {
  const waits = and(
    isNotNull(prescriptions.checkAskedAt),
    isNull(prescriptions.checkedAt),
    isUnused,
    awaitsCheck,
    sql`not ${isWithdrawn}`,
  );
  const oldest = sql`select ${prescriptions.id} from ${prescriptions} where ${waits}
    order by ${prescriptions.checkAskedAt}, ${prescriptions.id} limit ${constantLimit(MAX_LISTED)}`;
  const found = await readPrescriptions(db, oldest);
  const time = ({ prescription }: PrescriptionView) => prescription.checkAskedAt?.getTime() ?? 0;
  return found.sort((a, b) => time(a) - time(b));
}
