import { serveJobs } from '../files/serve-jobs.ts';
import { renderPrescription } from './render-prescription.ts';

serveJobs(renderPrescription);
