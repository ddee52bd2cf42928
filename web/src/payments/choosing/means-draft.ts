import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { readStored, store } from '../../lib/storage/storage.ts';

/** What is paid: an order, or with the purpose `new` a basket. */
export type Paying = { personId: string; purpose: string; basketId?: string | undefined };

/** The operator that was chosen and the number as typed; null until there is one. */
type MeansDraft = Pick<PaymentChoice, 'provider' | 'operator'> & { phone: string };

const nameOf = (purpose: string) => `means:${purpose}`;

export function readMeans({ personId, purpose, basketId = '' }: Paying): MeansDraft | null {
  const stored = readStored(personId, nameOf(purpose)) as Partial<MeansDraft & { basketId: string }> | null;
  return stored?.basketId === basketId && typeof stored.phone === 'string' ? (stored as MeansDraft) : null;
}

/** Stored on the device until it is paid, because the question is asked again after a failed request or a reload. */
export function storeMeans({ personId, purpose, basketId = '' }: Paying, means: MeansDraft): void {
  store(personId, nameOf(purpose), { ...means, basketId });
}

/** Removes what was typed for an earlier basket: it is kept no longer than the order that is being written. */
export function removeOtherMeans(paying: Paying): void {
  if (readMeans(paying) === null) removeMeans(paying);
}

export function removeMeans({ personId, purpose }: Paying): void {
  store(personId, nameOf(purpose), null);
}
