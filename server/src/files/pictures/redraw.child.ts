import { serveJobs } from '../isolation/serve-jobs.ts';
import { redraw } from './redraw.ts';

serveJobs(redraw);
