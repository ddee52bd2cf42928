import type { RepeatedJob } from '@amasin/domain/house/jobs.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { knownMigrations } from '../database/migration-list.ts';

export interface JobRun {
  readonly name: RepeatedJob;
  readonly endedAt: Date;
  readonly hasFailed: boolean;
}

/** Finds the last run of each of these jobs; none before the queue was first opened. */
export async function findLastRuns(db: Database, names: readonly RepeatedJob[]): Promise<JobRun[]> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as exists`,
  );
  if (rows[0]?.exists !== true) return [];
  const { rows: runs } = await db.execute<{ name: RepeatedJob; state: string; endedAt: string }>(sql`
    select distinct on (name) name, state::text, completed_on::text as "endedAt" from pgboss.job
    where name in (${sql.join(
      names.map((name) => sql`${name}`),
      sql`, `,
    )}) and state in ('completed', 'failed') and completed_on is not null
    order by name, completed_on desc`);
  return runs.map(({ name, state, endedAt }) => ({
    name,
    endedAt: new Date(endedAt),
    hasFailed: state === 'failed',
  }));
}

/** The name of the last change of this database; its time where a later release made it. */
export async function findSchema(db: Database): Promise<string> {
  const { rows } = await db.execute<{ at: string }>(
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  );
  const at = rows[0]?.at ?? '';
  return knownMigrations.find((one) => String(one.at) === at)?.tag ?? at;
}
