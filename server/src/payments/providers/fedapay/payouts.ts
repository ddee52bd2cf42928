import { z } from 'zod';
import type { PayoutStatus, Payouts } from '../../../ports/payment-provider.ts';
import { name, ProviderError, text } from '../call-provider.ts';
import { type Caller, modes, phoneOf } from './call-fedapay.ts';

const payout = z.object({ id: name, status: z.string(), last_error_code: text, last_error_message: text });
const found = z.object({ 'v1/payout': payout });

/** Without the payout it cannot move money for it: it was removed, and the answer was lost. */
const unknown: PayoutStatus = {
  state: 'failed',
  reason: 'inconnu chez le prestataire : à vérifier chez lui avant de verser de nouveau',
};

const states: Readonly<Record<string, PayoutStatus['state']>> = { sent: 'done', failed: 'failed' };

/**
 * FedaPay's payouts. One is made `pending`, and moves money only when it is started by its id: before each start its status is read,
 * so that a start whose answer was lost is not repeated.
 */
export function fedapayPayouts({ get, post, put, remove }: Caller): Payouts {
  const read = async (id: string) => {
    const answer = await get(`/payouts/${encodeURIComponent(id)}`, found);
    return answer?.['v1/payout'] ?? null;
  };
  /** @returns false when it refuses */
  const start = async (id: string, phone: string): Promise<boolean> => {
    try {
      const one = { id: Number(id), phone_number: phoneOf(phone) };
      await put('/payouts/start', z.object({}), { payouts: [one] });
      return true;
    } catch (error) {
      const isRefusal = error instanceof ProviderError && error.status !== null && error.status < 500;
      if (isRefusal && ![401, 403, 429].includes(error.status ?? 0)) return false;
      throw error;
    }
  };
  return {
    operators: ['mtn', 'moov', 'celtiis'],
    maxAmount: 1_000_000,
    maxADay: 3,

    async prepare({ payoutId, amount, operator, phone, name: fullName }) {
      const [firstname = fullName, ...rest] = fullName.split(' ');
      const made = await post('/payouts', found, {
        amount,
        currency: { iso: 'XOF' },
        mode: modes[operator],
        description: 'Versement Amasin',
        merchant_reference: payoutId,
        customer: { firstname, lastname: rest.join(' ') || firstname, phone_number: phoneOf(phone) },
      });
      return made['v1/payout'].id;
    },

    async send(id, { phone }) {
      const before = await read(id);
      if (before === null) return unknown;
      const isRefused = before.status === 'pending' && !(await start(id, phone));
      const now = before.status === 'pending' ? await read(id) : before;
      // It was there a moment ago, and may have been started: the next try decides.
      if (now === null) throw new ProviderError('the provider does not know the payout', 404);
      const isUnsent = isRefused && now.status === 'pending';
      // So that it is not sent from their dashboard later, beside the payout that replaces it.
      if (isUnsent) await remove(`/payouts/${encodeURIComponent(id)}`, z.unknown()).catch(() => null);
      const state = isUnsent ? 'failed' : (states[now.status] ?? 'pending');
      return { state, reason: state === 'failed' ? (now.last_error_message ?? now.last_error_code) : null };
    },
  };
}
