import { serveJobs } from '../files/isolation/serve-jobs.ts';
import { renderStatement } from './render-statement.ts';

serveJobs(renderStatement);
