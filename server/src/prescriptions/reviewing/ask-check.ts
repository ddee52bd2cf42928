import type { Database } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';
import { findUserIdsOfType } from '../../notifications/queries.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { markCheckAsked } from './check-queries.ts';

/** Tells the in-house pharmacists, once, that a prescription waits for one of them (rule 39); nothing when it does not. */
export async function askCheck(jobs: Jobs, tx: Database, prescriptionId: string, at: Date): Promise<void> {
  if (!(await markCheckAsked(tx, prescriptionId, at))) return;
  const agents = await findUserIdsOfType(tx, ['agent']);
  await notify(
    jobs,
    tx,
    at,
    agents.map((userId) => ({
      userId,
      title: 'Ordonnance à vérifier',
      message: 'Une ordonnance d’un prescripteur non vérifié attend un pharmacien.',
      link: '/agent-dashboard?tab=verifier',
    })),
  );
}
