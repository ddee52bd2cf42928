import { asc, gte, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { restores } from '../database/schema/money/restores.ts';

export interface MoneyHold {
  /** When the backup was made. */
  readonly backupAt: Date;
}

/** Why money and messages wait: a restore (rule 43); null while they go out. */
export async function findMoneyHold(db: Database): Promise<MoneyHold | null> {
  const [row] = await db
    .select({ backupAt: restores.backupAt })
    .from(restores)
    .where(isNull(restores.resumedAt))
    .orderBy(asc(restores.backupAt))
    .limit(1);
  return row ?? null;
}

/** Whether something of this time came from a backup: what was done about it since is not known here. */
export async function isFromBackup(db: Database, at: Date): Promise<boolean> {
  const found = await db
    .select({ id: restores.id })
    .from(restores)
    .where(gte(restores.restoredAt, at))
    .limit(1);
  return found.length > 0;
}

/** Lets money and messages go out again. @returns false when nothing was waiting */
export async function endMoneyHold(db: Database, at: Date): Promise<boolean> {
  const ended = await db
    .update(restores)
    .set({ resumedAt: at })
    .where(isNull(restores.resumedAt))
    .returning({ id: restores.id });
  return ended.length > 0;
}
