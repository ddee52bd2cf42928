import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { readStored, store } from '../../lib/stored.ts';

const MEANS = 'means';

/** Whose payment, and of what: an order, or `new`. */
export type Paying = { personId: string; purpose: string };

/** The operator that was chosen and the number as typed; null until there is one. */
type MeansDraft = Pick<PaymentChoice, 'provider' | 'operator'> & { phone: string };

export function readMeans({ personId, purpose }: Paying): MeansDraft | null {
  const stored = readStored(personId, MEANS) as Partial<MeansDraft & Paying> | null;
  return stored?.purpose === purpose && typeof stored.phone === 'string' ? (stored as MeansDraft) : null;
}

/**
 * Stored on the device, because the question is asked again after a failed request or a reload; until it has paid, another order
 * is paid for, or the person signs out. One at a time: it may be the number of somebody else.
 */
export function storeMeans({ personId, purpose }: Paying, means: MeansDraft): void {
  store(personId, MEANS, { ...means, purpose });
}

export const removeMeans = (personId: string) => store(personId, MEANS, null);
