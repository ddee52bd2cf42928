import { operators } from '@amasin/domain/payments/operators.ts';
import type { Payouts } from '../../ports/payment-provider.ts';

/**
 * The payouts of the embedded provider: made at once, refused for a number that ends in 99, pending for one that ends in 98. It keeps
 * nothing: the answer is the same however often it is asked.
 */
export const sandboxPayouts: Payouts = {
  operators,
  maxAmount: 1_000_000,
  maxADay: 3,
  find: () => Promise.resolve(null),
  prepare: ({ payoutId }) => Promise.resolve(`SBX-P-${payoutId}`),
  send: (_id, { phone }) => {
    if (phone.endsWith('99')) return Promise.resolve({ state: 'failed', reason: 'Compte inconnu' });
    return Promise.resolve({ state: phone.endsWith('98') ? 'pending' : 'done', reason: null });
  },
};
