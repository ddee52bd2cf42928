import type { Database } from '../../database/database.ts';
import { notify } from '../../notifications/notify.ts';
import { findUserIdsOfType } from '../../notifications/queries.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { markAsked } from './queries.ts';

/** The medicines of the lines that wait for a price. */
export const waitingOf = (lines: readonly { medicationId: string; price: number }[]): string[] =>
  lines.filter(({ price }) => price === 0).map(({ medicationId }) => medicationId);

/**
 * Tells the pharmacists and the supervisors, once for each medicine, that a prescription needs its price checked (rule 20).
 */
export async function askReview(
  jobs: Jobs,
  tx: Database,
  medicationIds: readonly string[],
  at: Date,
): Promise<void> {
  if (medicationIds.length === 0) return;
  const asked = await markAsked(tx, medicationIds, at);
  if (asked.length === 0) return;
  const agents = await findUserIdsOfType(tx, ['agent']);
  const supervisors = await findUserIdsOfType(tx, ['supervisor']);
  const title = 'Prix à vérifier';
  const message =
    asked.length === 1
      ? 'Une ordonnance attend la vérification du prix d’un médicament.'
      : `Une ordonnance attend la vérification du prix de ${asked.length} médicaments.`;
  const tell = (page: string) => (userId: string) => ({
    userId,
    title,
    message,
    link: `/${page}?tab=verifier`,
  });
  await notify(jobs, tx, at, [
    ...agents.map(tell('agent-dashboard')),
    ...supervisors.map(tell('supervisor-dashboard')),
  ]);
}
