import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { JobData, Jobs } from '../ports/jobs.ts';

export interface Queue {
  readonly boss: PgBoss;
  readonly jobs: Jobs;
}

/** A message that could not be sent is tried three times more within two minutes; an hour later nothing of it is left. */
const sms = {
  retryLimit: 3,
  retryDelay: 40,
  // Longer than handing one over may take: a batch that expired would be sent again whole.
  expireInSeconds: 30,
  // A code is good for ten minutes: after a long stop of the server it is worth nothing.
  retentionSeconds: 600,
  deleteAfterSeconds: 3600,
};

/**
 * The queue of works, in the same database.
 * @param upkeep a process that only adds or takes works leaves the queue's own upkeep to another
 */
export async function openQueue(
  pool: Pool,
  onError: (error: Error) => void,
  { upkeep = true } = {},
): Promise<Queue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: upkeep,
    schedule: upkeep,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue('send-sms' satisfies keyof JobData, sms);
  return {
    boss,
    jobs: {
      add: async (tx, name, data) => {
        await boss.send(name, data, { db: fromDrizzle(tx, sql) });
      },
    },
  };
}
