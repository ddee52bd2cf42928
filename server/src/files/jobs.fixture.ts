import { serveJobs } from './serve-jobs.ts';

/** The jobs of child-pool.test.ts, one of these each. */
export interface TestJob {
  readonly crash?: boolean;
  readonly endless?: boolean;
  /** MB to fill. */
  readonly allocate?: number;
}

serveJobs(async ({ crash, endless, allocate }: TestJob) => {
  // Without a stack on the terminal.
  if (crash) process.kill(process.pid, 'SIGKILL');
  if (endless) await new Promise(() => {});
  if (allocate !== undefined) fill(allocate * 1024 * 1024);
  return { pid: process.pid, settings: Object.keys(process.env) };
});

function fill(bytes: number): void {
  try {
    Buffer.alloc(bytes, 1);
  } catch {
    process.exit(1);
  }
}
