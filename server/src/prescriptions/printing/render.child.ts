import { serveJobs } from '../../files/isolation/serve-jobs.ts';
import { renderPrescription } from './render-prescription.ts';

serveJobs(renderPrescription);
