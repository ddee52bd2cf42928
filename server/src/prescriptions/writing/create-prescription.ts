import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { bindFile } from '../../files/binding-queries.ts';
import { invalidField } from '../../refusal.ts';
import { insertPrescription } from '../change-queries.ts';
import { findByClientRef, findPrescription, type PrescriptionView } from '../queries.ts';
import { resolveWrittenItems } from './resolve-written-items.ts';

type Body = HandlerInput<typeof prescriptionEndpoints.createPrescription>['body'];

const NO_FILE = { path: 'url', message: 'Fichier requis' };

/**
 * Writes a prescription of the caller's: number, prices and date are the server's (RULES 2, 17). The same client number
 * sent again by its author answers the prescription that stands.
 * @throws 422 without a file where one is due; resolveWrittenItems's
 */
export async function createPrescription(
  ctx: Ctx,
  body: Body,
): Promise<{ view: PrescriptionView; isNew: boolean }> {
  const { actor } = ctx;
  const clientRef = body.prescriptionNumber || null;
  const earlier = clientRef && (await findByClientRef(ctx.db, actor._id, clientRef));
  if (earlier) return { view: earlier, isNew: false };
  const url = body.url || null;
  if (url === null && (body.type === 'physical' || actor.type === 'partnerDoctor')) {
    throw invalidField(NO_FILE.path, NO_FILE.message);
  }
  const items = await resolveWrittenItems(ctx, body.items);
  const { type, patientName, patientPhone } = body;
  const at = ctx.clock.now();
  try {
    const row = await transact(ctx.db, async (tx) => {
      // The file first: the row refers to it. Of two alike at once, the second waits here, then finds the first's.
      if (url !== null)
        await bindFile(tx, { key: url, ownerId: actor._id, category: 'prescription', at }, NO_FILE);
      const fields = { type, authorId: actor._id, clientRef, patientName, patientPhone, url, createdAt: at };
      return insertPrescription(tx, fields, items);
    });
    const view = await findPrescription(ctx.db, row.id);
    if (view === null) throw new Error('the prescription is gone');
    return { view, isNew: true };
  } catch (error) {
    const winner = clientRef && (await findByClientRef(ctx.db, actor._id, clientRef));
    // Its file was given to the first of the two, or its number was.
    if (winner) return { view: winner, isNew: false };
    throw error;
  }
}
