import { constants, setPriority } from 'node:os';

/** An idle process gives its memory back after this time, ms. */
const IDLE_MS = 30_000;

/** Does the jobs of a `childPool`, in its child process. An error ends the process. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  // The server and its database come first.
  setPriority(constants.priority.PRIORITY_LOW);
  // The server is gone, even if killed: end at once, in the middle of a job too.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  const end = () => process.exit();
  let idle = setTimeout(end, IDLE_MS);
  process.on('message', async (job) => {
    clearTimeout(idle);
    process.send?.(await work(job as Job));
    idle = setTimeout(end, IDLE_MS);
  });
}
