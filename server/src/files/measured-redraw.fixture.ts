import { readFileSync } from 'node:fs';
import { type Redrawing, redraw } from './redraw-in-child.ts';
import { serveJobs } from './serve-jobs.ts';

/** Like redraw.child.ts; also reports the largest memory of the process, MB (0 where the system does not tell). */
serveJobs(async (job: Redrawing) => ({ drawn: await redraw(job), peak: readPeak() }));

function readPeak(): number {
  if (process.platform !== 'linux') return 0;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}
