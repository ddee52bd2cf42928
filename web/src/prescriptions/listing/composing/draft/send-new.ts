import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { call } from '../../../../lib/api/call.ts';
import { type Attempt, keepAttempt, newAttempt, readAttempt } from './attempt.ts';
import type { bodyOf } from './draft.ts';

type Body = ReturnType<typeof bodyOf>;

/**
 * Creates a prescription once, however often the line is cut. What was sent before and may have arrived is sent again as
 * it was; what has been changed since is then changed there. A prescription is known by its file: no other has the same.
 */
export async function sendNew(personId: string, body: Body): Promise<Prescription> {
  const earlier = readAttempt(personId);
  const attempt = earlier?.body.url === body.url ? earlier : newAttempt(body);
  keepAttempt(personId, attempt);
  const created = await create(attempt).catch((error) => {
    // Refused: nothing was written, and what is sent next is another prescription.
    if (!mayHaveArrived(error)) keepAttempt(personId, null);
    throw error;
  });
  if (created.url !== body.url) {
    // Our number comes round every 28 hours: this is the answer to an older one.
    keepAttempt(personId, null);
    return sendNew(personId, body);
  }
  const { prescriptionNumber: _, ...sent } = attempt.body;
  const isAsSent = JSON.stringify(sent) === JSON.stringify(body);
  const written = isAsSent ? created : await update(created._id, body);
  keepAttempt(personId, null);
  return written;
}

async function create({ body, idempotencyKey }: Attempt): Promise<Prescription> {
  const sent = { body: { type: 'numerical' as const, ...body } };
  return (await call(prescriptionEndpoints.createPrescription, sent, { idempotencyKey })).prescription;
}

/** Changes what is given of a prescription. */
export async function update(id: string, body: Partial<Body>): Promise<Prescription> {
  return (await call(prescriptionEndpoints.updatePrescription, { params: { id }, body })).prescription;
}

function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || error.status >= 500 || error.code === 'IN_PROGRESS';
}
