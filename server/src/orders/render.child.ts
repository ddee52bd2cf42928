import { serveJobs } from '../files/serve-jobs.ts';
import { renderReceipt } from './render-receipt.ts';

serveJobs(renderReceipt);
