import { serveJobs } from '../../files/isolation/serve-jobs.ts';
import { renderReceipt } from './render-receipt.ts';

serveJobs(renderReceipt);
