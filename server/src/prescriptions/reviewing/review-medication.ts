import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { reviewEndpoints } from '@amasin/domain/medications/endpoints.ts';
import type { Medication } from '@amasin/domain/medications/medication.ts';
import { record } from '../../audit/recording/record.ts';
import { recordChange } from '../../audit/recording/record-change.ts';
import type { Ctx } from '../../ctx.ts';
import type { MedicationRow } from '../../database/schema/medications.ts';
import { transact } from '../../database/transaction.ts';
import { managesCatalogue, presentMedication } from '../../medications/present.ts';
import { findAuthorNames } from '../../medications/queries.ts';
import { Refusal, refuseDuplicate } from '../../refusal.ts';
import { setApproved, setRefused } from './queries.ts';
import { waitingPrescriptions } from './settle-waiting.ts';

type Body = HandlerInput<typeof reviewEndpoints.reviewMedication>['body'];

/**
 * Approves the price of a medicine that a prescriber added, or refuses the medicine (rule 20). Of two at once, one decides. An
 * approval by an agent serves prescriptions only: customers find the medicine once a supervisor has approved it too.
 * @throws 409 REVIEW_DONE when it does not await a review; MEDICATION_EXISTS for a form that exists
 */
export async function reviewMedication(ctx: Ctx, known: MedicationRow, body: Body): Promise<Medication> {
  const { id } = known;
  const at = ctx.clock.now();
  const checkedById = ctx.actor._id;
  const row = await refuseDuplicate({ medications_label_form_unique: 'MEDICATION_EXISTS' }, () =>
    transact(ctx.db, async (tx) => {
      if (body.decision === 'refuse') {
        const refused = await setRefused(tx, id, { checkedById, at });
        if (refused === null) throw new Refusal('REVIEW_DONE');
        await record(ctx, tx, { action: 'delete', kind: 'medication', id });
        await waitingPrescriptions.refuse(ctx.jobs, tx, refused, at);
        return refused;
      }
      const { price = 0, form } = body;
      const reviewed = managesCatalogue(ctx.actor);
      const approved = await setApproved(tx, id, { price, form, reviewed, checkedById });
      if (approved === null) throw new Refusal('REVIEW_DONE');
      await recordChange(ctx, tx, { kind: 'medication', id }, known, approved);
      await waitingPrescriptions.approve(ctx.jobs, tx, approved, at);
      return approved;
    }),
  );
  const names = await findAuthorNames(ctx.db, [row]);
  return presentMedication(ctx.actor, row, names.get(row.createdById) ?? null);
}
