import { type ChildProcess, fork } from 'node:child_process';
import type { RefusalCode } from '@amasin/domain/contract/refusals.ts';
import { Refusal } from '../refusal.ts';
import { limitConcurrency } from '../routing/limit-concurrency.ts';

/** Suggested wait after a refusal, s. */
const RETRY_AFTER_S = 5;

export interface ChildPoolOptions {
  /** There are this many processes at most; each does one job at a time. */
  readonly processes: number;
  /** This many jobs may wait for a process. */
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
  const refusal = () => new Refusal('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
  const takeTurn = limitConcurrency({ atOnce: processes, waiting, refusal });
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

  async function run(job: Job): Promise<Result> {
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
    throw new Refusal(failure, failure === 'UNAVAILABLE' ? { retryAfter: RETRY_AFTER_S } : {});
  }

  return async (job: Job): Promise<Result> => {
    const endTurn = await takeTurn('job');
    return run(job).finally(endTurn);
  };
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

/** Address space that Node reserves at its start without using it, MB. */
const RESERVED_MB = 1_200;

const flags = [
  '--max-old-space-size=128',
  // Otherwise the type stripper's WebAssembly reserves more address space than the limit.
  '--disable-wasm-trap-handler',
];

/**
 * Starts a script that calls `serveJobs` in its own process. It gets none of our settings and secrets, does not keep
 * this process running, and ends with it.
 * @param megabytes how much memory it may use; enforced by the kernel on Linux, where the product is served
 */
export function startChild(script: URL, megabytes: number): ChildProcess {
  const limit = `ulimit -v ${(RESERVED_MB + megabytes) * 1024}; exec "$0" "$@"`;
  const child = fork(script, {
    ...(process.platform === 'linux'
      ? { execPath: '/bin/sh', execArgv: ['-c', limit, process.execPath, ...flags] }
      : { execArgv: flags }),
    // Fewer pools of glibc's allocator: less memory is kept after a large picture.
    env: { MALLOC_ARENA_MAX: '2' },
    // Bytes and dates as they are, instead of JSON.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Errors between two jobs: the next one sees that the process has ended.
  child.on('error', () => {});
  child.unref();
  child.channel?.unref();
  return child;
}
