import { serveJobs } from '../files/serve-jobs.ts';
import { renderStatement } from './render-statement.ts';

serveJobs(renderStatement);
