import { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { readStored, store } from '../../lib/stored.ts';
import type { bodyOf } from './draft.ts';

const NAME = 'prescription-attempt';
const NUMBER_DIGITS = 8;

type Body = ReturnType<typeof bodyOf>;
type AttemptBody = Body & { prescriptionNumber: string };

/** A request that may or may not have reached the server. */
type Attempt = { idempotencyKey: string; body: AttemptBody };

/**
 * Creates a prescription once, however many times the request fails. An attempt that may have arrived is sent again
 * unchanged; later changes are then saved as an edit. The file identifies the attempt: each prescription has its own.
 */
export async function sendNew(personId: string, body: Body): Promise<Prescription> {
  const earlier = readAttempt(personId);
  const attempt = earlier?.body.url === body.url ? earlier : newAttempt(body);
  storeAttempt(personId, attempt);
  let created: Prescription;
  try {
    created = await create(attempt);
  } catch (error) {
    // Refused: nothing was stored, so the next request is a new attempt.
    if (!mayHaveArrived(error)) storeAttempt(personId, null);
    // Client numbers repeat every 28 hours: an older prescription has this one.
    if (error instanceof ApiError && error.code === 'CLIENT_NUMBER_REUSED') return sendNew(personId, body);
    throw error;
  }
  const { prescriptionNumber: _, ...sent } = attempt.body;
  const isAsSent = JSON.stringify(sent) === JSON.stringify(body);
  const saved = isAsSent ? created : await update(created._id, body);
  storeAttempt(personId, null);
  return saved;
}

async function create({ body, idempotencyKey }: Attempt): Promise<Prescription> {
  const sent = { body: { type: 'numerical' as const, ...body } };
  return (await call(prescriptionEndpoints.createPrescription, sent, { idempotencyKey })).prescription;
}

/** Updates the given fields of a prescription. */
export async function update(id: string, body: Partial<Body>): Promise<Prescription> {
  return (await call(prescriptionEndpoints.updatePrescription, { params: { id }, body })).prescription;
}

function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status === 0 || error.status >= 500 || error.code === 'IN_PROGRESS';
}

/** The client number is `ORD-` and the last 8 digits of the time; the server assigns the real one. */
function newAttempt(body: Body): Attempt {
  const prescriptionNumber = `ORD-${String(Date.now()).slice(-NUMBER_DIGITS)}`;
  return { idempotencyKey: `${prescriptionNumber}:${body.url}`, body: { ...body, prescriptionNumber } };
}

/** Persists the attempt, so that the same prescription is requested again after a failure and a reload. */
export function storeAttempt(personId: string, attempt: Attempt | null): void {
  store(personId, NAME, attempt);
}

function readAttempt(personId: string): Attempt | null {
  const stored = readStored(personId, NAME);
  if (typeof stored !== 'object' || stored === null) return null;
  const { idempotencyKey, body } = stored as Partial<Record<keyof Attempt, unknown>>;
  // The server validates the body.
  if (typeof idempotencyKey !== 'string' || typeof body !== 'object' || body === null) return null;
  return { idempotencyKey, body: body as AttemptBody };
}
