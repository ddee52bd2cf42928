import { createHash } from 'node:crypto';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { bindFile } from '../../files/binding-queries.ts';
import { notify } from '../../notifications/notify.ts';
import { findCustomerByPhone } from '../../people/queries.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { insertPrescription } from '../change-queries.ts';
import { findByClientRef, findPrescription, type PrescriptionView } from '../queries.ts';
import { askCheck } from '../reviewing/ask-check.ts';
import { askReview, waitingOf } from '../reviewing/ask-review.ts';
import { prescriptionWaits } from './announce.ts';
import { resolveWrittenItems } from './resolve-written-items.ts';

type Body = HandlerInput<typeof prescriptionEndpoints.createPrescription>['body'];

const NO_FILE = { path: 'url', message: 'Fichier requis' };

/**
 * Creates a prescription for the caller: number, prices and date are the server's (rules 2, 17). The same client number and
 * content sent again by its author return the existing prescription, as it is now. An active customer with the patient's
 * telephone is notified; the response does not tell whether there is one.
 * @throws 422 INVALID when a required file is missing; 409 CLIENT_NUMBER_REUSED; what resolveWrittenItems throws
 */
export async function createPrescription(
  ctx: Ctx,
  body: Body,
): Promise<{ view: PrescriptionView; isNew: boolean }> {
  const { actor } = ctx;
  const clientRef = body.prescriptionNumber || null;
  const url = body.url || null;
  const contentDigest = clientRef && digestOf(body);
  const findEarlier = async () => {
    const view = clientRef && (await findByClientRef(ctx.db, actor._id, clientRef));
    if (!view) return null;
    const first = view.prescription.contentDigest;
    // Rows without a digest are compared by file: a file belongs to one prescription only.
    const isSame = first === null ? view.prescription.url === url : first === contentDigest;
    if (!isSame) throw new Refusal('CLIENT_NUMBER_REUSED');
    return { view, isNew: false };
  };
  const earlier = await findEarlier();
  if (earlier) return earlier;
  if (url === null && (body.type === 'physical' || actor.type === 'partnerDoctor')) {
    throw invalidField(NO_FILE.path, NO_FILE.message);
  }
  const items = await resolveWrittenItems(ctx, body.items);
  const { type, patientName, patientPhone } = body;
  const at = ctx.clock.now();
  try {
    const row = await transact(ctx.db, async (tx) => {
      // The file first: the row refers to it, and of two identical requests the second waits here for the first.
      if (url !== null)
        await bindFile(tx, { key: url, ownerId: actor._id, category: 'prescription', at }, NO_FILE);
      const fields = { type, authorId: actor._id, clientRef, contentDigest, patientName, patientPhone, url };
      await askReview(ctx.jobs, tx, waitingOf(items), at);
      const inserted = await insertPrescription(tx, { ...fields, createdAt: at }, items);
      if (actor.type === 'partnerDoctor') await askCheck(ctx.jobs, tx, inserted.id, at);
      const patient = await findCustomerByPhone(tx, patientPhone);
      const customerId = patient?.id ?? null;
      await record(ctx, tx, { action: 'create', kind: 'prescription', id: inserted.id, customerId });
      if (patient?.active) await notify(ctx.jobs, tx, at, [prescriptionWaits(patient.id)]);
      return inserted;
    });
    const view = await findPrescription(ctx.db, row.id);
    if (view === null) throw new Error('the prescription does not exist');
    return { view, isNew: true };
  } catch (error) {
    // A concurrent request took the file or the client number first.
    const winner = await findEarlier();
    if (winner) return winner;
    throw error;
  }
}

/** Prices are left out: the server sets them, and a repeated request may name an older one. */
function digestOf({ type, patientName, patientPhone, url, items }: Body): string {
  const lines = items.map(({ medicationId, label, form, quantity, posology, duration }) => [
    medicationId ?? [searchText(label ?? ''), form || null],
    quantity,
    // Left out when nothing was written: the digests of older rows are without them.
    ...(posology || duration ? [posology || null, duration || null] : []),
  ]);
  const content = JSON.stringify([type, patientName, patientPhone, url || null, lines]);
  return createHash('sha256').update(content).digest('hex');
}
