import { readStored, store } from '../../../../lib/storage/storage.ts';
import type { bodyOf } from './draft.ts';

const NAME = 'prescription-attempt';
const NUMBER_DIGITS = 8;

type Body = ReturnType<typeof bodyOf> & { prescriptionNumber: string };

/** A prescription that was sent, and of which it is not known whether it arrived. */
export type Attempt = { idempotencyKey: string; body: Body };

/** Our own number for it: `ORD-` and the last 8 digits of the time (SPEC 3). The server makes the one that counts. */
export function newAttempt(body: Omit<Body, 'prescriptionNumber'>): Attempt {
  const prescriptionNumber = `ORD-${String(Date.now()).slice(-NUMBER_DIGITS)}`;
  return { idempotencyKey: `${prescriptionNumber}:${body.url}`, body: { ...body, prescriptionNumber } };
}

/** Kept on the device: after a cut and a reload the same prescription is asked for again. */
export function keepAttempt(personId: string, attempt: Attempt | null): void {
  store(personId, NAME, attempt);
}

export function readAttempt(personId: string): Attempt | null {
  const kept = readStored(personId, NAME);
  if (typeof kept !== 'object' || kept === null) return null;
  const { idempotencyKey, body } = kept as Partial<Record<keyof Attempt, unknown>>;
  // Whatever else of it is not as we wrote it, the server refuses.
  if (typeof idempotencyKey !== 'string' || typeof body !== 'object' || body === null) return null;
  return { idempotencyKey, body: body as Body };
}
