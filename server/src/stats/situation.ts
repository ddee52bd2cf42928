import { isLate, nextRun, repeatedJobNames, repeatedJobs } from '@amasin/domain/house/jobs.ts';
import type { comparedBook, Situation } from '@amasin/domain/house/situation.ts';
import type { z } from 'zod';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import { readClockDifference } from '../database/clock-queries.ts';
import { transact } from '../database/transaction.ts';
import { findHouseMark } from '../files/queries.ts';
import { endMoneyHold, findMoneyHold } from '../payments/queries.ts';
import { compareBooks } from '../payments/reconcile.ts';
import { version } from '../settings/version.ts';
import { findLastRuns, findSchema } from './situation-queries.ts';

/** Reads what the server and its database say of themselves. */
export async function readSituation(ctx: Ctx): Promise<Situation> {
  const { db, clock, machine, payments, otherPayments } = ctx;
  // Alone: what it waits for a connection would count as a difference.
  const clockAheadMs = await readClockDifference(db, clock);
  const [hold, mark, backups, runs, schema] = await Promise.all([
    findMoneyHold(db),
    findHouseMark(db),
    machine.readBackups(),
    findLastRuns(db, repeatedJobNames),
    findSchema(db),
  ]);
  const now = clock.now();
  return {
    version,
    commit: machine.commit,
    schema,
    startedAt: machine.startedAt.toISOString(),
    clockAheadMs,
    moneyWaitsSince: hold?.backupAt.toISOString() ?? null,
    isStoreAdopted: mark !== null,
    backup: backups.last && { ...backups.last, finishedAt: backups.last.finishedAt.toISOString() },
    backupCheck: backups.check && { ...backups.check, at: backups.check.at.toISOString() },
    jobs: repeatedJobNames.map((name) => {
      const run = runs.find((one) => one.name === name);
      return {
        name,
        endedAt: run?.endedAt.toISOString() ?? null,
        hasFailed: run?.hasFailed ?? false,
        isLate: isLate(name, run?.endedAt ?? machine.startedAt, now),
        nextAt: nextRun(repeatedJobs[name].cron, now).toISOString(),
      };
    }),
    payments: [payments, ...otherPayments].map(({ label }) => label),
    answers: machine.answers().map(({ host, status, at }) => ({ host, status, at: at.toISOString() })),
  };
}

/** Compares the book of each payment provider with ours since a day of Benin. It changes nothing. */
export async function reconcileBooks(ctx: Ctx, since: string): Promise<z.output<typeof comparedBook>[]> {
  const from = new Date(`${since}T00:00:00+01:00`);
  const books: z.output<typeof comparedBook>[] = [];
  for (const provider of [ctx.payments, ...ctx.otherPayments]) {
    try {
      const found = await compareBooks(ctx.db, provider, from);
      const differences = (found ?? []).map((one) => ({ ...one, at: one.at?.toISOString() ?? null }));
      books.push({
        provider: provider.label,
        state: found === null ? 'unlisted' : 'compared',
        differences,
      });
    } catch (error) {
      ctx.log.warn({ err: error, provider: provider.name }, 'the book of a provider could not be read');
      books.push({ provider: provider.label, state: 'silent', differences: [] });
    }
  }
  return books;
}

/**
 * Lets refunds, payouts, messages and the follow-up of payments go out again after a restore (rule 43), as the command does.
 * @returns false when nothing waited
 */
export async function resumeMoney(ctx: Ctx): Promise<boolean> {
  return transact(ctx.db, async (tx) => {
    if (!(await endMoneyHold(tx, ctx.clock.now()))) return false;
    await record(ctx, tx, { action: 'resume-money', kind: 'list', id: 'money' });
    return true;
  });
}
