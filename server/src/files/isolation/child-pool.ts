import type { ChildProcess } from 'node:child_process';
import type { RefusalCode } from '@amasin/domain/contract/refusals.ts';
import { Refusal } from '../../refusal.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { startChild } from './start-child.ts';

export interface ChildPoolOptions {
  /** How many processes at most; each does one job at a time. */
  readonly processes: number;
  /** How many jobs may wait for a process. */
  readonly waiting: number;
  /** Time for a job, ms; then its process is killed. */
  readonly jobMs: number;
  /** Memory of a process, MB. */
  readonly megabytes: number;
  /** The refusal of a job that exceeds time or memory, or crashes its process twice. */
  readonly failure: RefusalCode;
}

/**
 * Runs jobs in processes of their own: a job that takes too much memory or crashes ends only its process. A
 * process starts with the first job and ends by itself when idle (see serve-jobs.ts).
 * @param script calls `serveJobs`
 * @returns a function that runs a job. It throws 503 UNAVAILABLE when too many wait, or `failure`
 */
export function childPool<Job extends object, Result>(script: URL, options: ChildPoolOptions) {
  const { processes, waiting, jobMs, megabytes, failure } = options;
  const inTurn = limitConcurrency(processes, waiting);
  const idle = new Set<ChildProcess>();

  function takeChild(): ChildProcess {
    for (const child of idle) {
      idle.delete(child);
      return child;
    }
    const child = startChild(script, megabytes);
    child.once('exit', () => idle.delete(child));
    return child;
  }

  return (job: Job): Promise<Result> =>
    inTurn(async () => {
      // One retry: an idle process may end just when it gets a job.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const child = takeChild();
        const outcome = await ask<Result>(child, job, jobMs);
        if (typeof outcome === 'object') {
          idle.add(child);
          return outcome.result;
        }
        child.kill('SIGKILL');
        if (outcome === 'late') break;
      }
      throw new Refusal(failure, failure === 'UNAVAILABLE' ? { retryAfter: 5 } : {});
    });
}

type Outcome<Result> = { result: Result } | 'crashed' | 'late';

function ask<Result>(child: ChildProcess, job: object, ms: number) {
  return new Promise<Outcome<Result>>((resolve) => {
    const end = (outcome: Outcome<Result>) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      resolve(outcome);
    };
    const onMessage = (result: unknown) => end({ result: result as Result });
    const onEnd = () => end('crashed');
    const timer = setTimeout(() => end('late'), ms);
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
    child.send(job, (error) => {
      if (error !== null) end('crashed');
    });
  });
}
