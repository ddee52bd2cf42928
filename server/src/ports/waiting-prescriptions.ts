import type { Database } from '../database/database.ts';
import type { Jobs } from './jobs.ts';

export interface ReviewedMedication {
  readonly id: string;
  readonly label: string;
  readonly price: number;
  readonly createdById: string | null;
}

/** Called by medications when a medicine that a prescriber added is reviewed, in that transaction. */
export interface WaitingPrescriptions {
  /** Gives the lines that wait for this medicine its price, and tells those who can go on. */
  approve(jobs: Jobs, tx: Database, medication: ReviewedMedication, at: Date): Promise<void>;
  /** Tells the prescribers whose prescriptions wait for this medicine. */
  refuse(jobs: Jobs, tx: Database, medication: ReviewedMedication, at: Date): Promise<void>;
}
