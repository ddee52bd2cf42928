import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { call } from '../../../../lib/api/call.ts';
import { type Attempt, keepAttempt, newAttempt, readAttempt } from './attempt.ts';
import type { bodyOf } from './draft.ts';

type Body = ReturnType<typeof bodyOf>;

/**
 * Creates a prescription once, however often the request fails. An attempt that may have arrived is sent again
 * unchanged; later changes are then saved as an edit. A prescription is recognised by its file: no other has the same.
 */
export async function sendNew(personId: string, body: Body): Promise<Prescription> {
  const earlier = readAttempt(personId);
  const attempt = earlier?.body.url === body.url ? earlier : newAttempt(body);
  keepAttempt(personId, attempt);
  let created: Prescription;
  try {
    created = await create(attempt);
  } catch (error) {
    // Refused: nothing was written, and what is sent next is another prescription.
    if (!mayHaveArrived(error)) keepAttempt(personId, null);
    // Our number repeats every 28 hours: an older prescription has it.
    if (error instanceof ApiError && error.code === 'CLIENT_NUMBER_REUSED') return sendNew(personId, body);
    throw error;
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
