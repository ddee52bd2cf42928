import type { Database } from '../../database/database.ts';
import { type Message, notify } from '../../notifications/notify.ts';
import type { Jobs } from '../../ports/jobs.ts';
import { setUsed } from '../change-queries.ts';
import { findPrescription } from '../queries.ts';

/** Marks a prescription as used by a paid order and notifies the prescriber. Call `lockForClaim` first. */
export async function usePrescription(
  jobs: Jobs,
  tx: Database,
  id: string,
  order: { readonly id: string },
  now: Date,
): Promise<void> {
  if (!(await setUsed(tx, id, order.id, now))) throw new Error(`prescription ${id} was used without a lock`);
  const view = await findPrescription(tx, id);
  if (view?.author.type !== 'partnerDoctor') return;
  await notify(jobs, tx, now, [prescriptionUsed(view.prescription)]);
}

/** The notification of the prescriber. */
export function prescriptionUsed({ authorId, number }: { authorId: string; number: string }): Message {
  return {
    userId: authorId,
    title: 'Ordonnance utilisée',
    message: `Votre ordonnance ${number} a été commandée.`,
    link: `/doctor-dashboard?prescription=${number}`,
  };
}
