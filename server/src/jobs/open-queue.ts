import { smsMoments, usefulMs } from '@amasin/domain/sms/kinds.ts';
import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { NIL } from 'uuid';
import { FRESH_MS } from '../notifications/push.ts';
import type { JobData, Jobs } from '../ports/jobs.ts';

export interface Queue {
  readonly boss: PgBoss;
  readonly jobs: Jobs;
}

/** A job of each queue is retried so many times. */
export const RETRIES: Readonly<Record<keyof JobData, number>> = {
  'send-sms': 13,
  'report-sms': 3,
  'tell-recall': 3,
  'send-push': 3,
};

/** Retried within two minutes, and deleted after an hour. */
const quick = {
  retryDelay: 40,
  deleteAfterSeconds: 3600,
  // Longer than the timeout of a delivery: an expired batch would be sent again as a whole.
  expireInSeconds: 30,
};
const queues = {
  // A vendor that is away for an evening loses no message: more and more slowly, for as long as one is of use (`usefulMs`), after which
  // deliverSms ends it. A failed one is kept for a day, so that it can be sent again from the screen.
  'send-sms': {
    ...quick,
    retryBackoff: true,
    retryDelayMax: 3600,
    retentionSeconds: usefulMs('paid') / 1000,
    deleteAfterSeconds: 24 * 3600,
  },
  'report-sms': { ...quick, retentionSeconds: 600 },
  // The repeated job tells whom it leaves.
  'tell-recall': { ...quick, retentionSeconds: 600, expireInSeconds: 300 },
  'send-push': { ...quick, retentionSeconds: FRESH_MS / 1000 },
} satisfies Record<keyof JobData, object>;

/**
 * Opens the job queue, in the same database.
 * @param upkeep false when another process maintains the queue
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
  for (const [name, options] of Object.entries(queues)) {
    const retryLimit = RETRIES[name as keyof JobData];
    await boss.createQueue(name, { ...options, retryLimit });
    // An earlier release may have made it with other options.
    await boss.updateQueue(name, { ...options, retryLimit });
    // Its first use reads the queue on another connection. A transaction that adds a job must not wait for one: as many of them as
    // the pool has connections would wait for each other.
    await boss.findJobs(name, { id: NIL });
  }
  return {
    boss,
    jobs: {
      add: async (tx, name, ...data) => {
        if (data.length === 0) return;
        const each = data.map((one) => ({ data: one, priority: priorityOf(name, one) }));
        await boss.insert(name, each, { db: fromDrizzle(tx, sql) });
      },
      addLater: async (tx, name, seconds, data) => {
        const job = { data, priority: priorityOf(name, data), startAfter: seconds };
        await boss.insert(name, [job], { db: fromDrizzle(tx, sql) });
      },
    },
  };
}

/**
 * A person waits for a code in front of the screen, and a changed number may be a theft: neither waits behind the moments
 * that are queued. The jobs of a queue are fetched by priority, then oldest first.
 */
function priorityOf<Name extends keyof JobData>(name: Name, data: JobData[Name]): number {
  const waits: readonly string[] = [...smsMoments, 'recall'];
  return name === 'send-sms' && 'kind' in data && !waits.includes(data.kind) ? 1 : 0;
}
