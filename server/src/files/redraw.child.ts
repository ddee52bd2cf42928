import { redraw } from './redraw-in-child.ts';
import { serveJobs } from './serve-jobs.ts';

serveJobs(redraw);
