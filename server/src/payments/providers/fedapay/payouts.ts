import { z } from 'zod';
import type { BookedMoney, PayoutStatus, Payouts } from '../../../ports/payment-provider.ts';
import { name, ProviderError, referenceName, text, wholeAmount } from '../call-provider.ts';
import { type Caller, modes, phoneOf } from './call-fedapay.ts';
import { dayBefore, listed, searchSince } from './search.ts';

const payout = z.object({ id: name, status: z.string(), last_error_code: text, last_error_message: text });
const found = z.object({ 'v1/payout': payout });
const row = payout
  .pick({ id: true, status: true })
  .extend({ ...listed, amount: wholeAmount, merchant_reference: referenceName });

/** Without the payout it cannot move money for it: it was removed, and the answer was lost. */
const unknown: PayoutStatus = {
  state: 'failed',
  reason: 'inconnu chez le prestataire : à vérifier chez lui avant de verser de nouveau',
};

const states: Readonly<Record<string, PayoutStatus['state']>> = { sent: 'done', failed: 'failed' };

/** What says most about the money first: of several under one number, one may have been sent. */
const rank = (status: string) => ['failed', 'pending'].indexOf(status);

/** Payouts that have moved money, or are about to. */
export async function* listPayouts(caller: Pick<Caller, 'get'>, since: Date): AsyncGenerator<BookedMoney> {
  for await (const one of searchSince(caller, 'payouts', row, since)) {
    if (rank(one.status) >= 0) continue;
    yield {
      kind: 'payout',
      id: one.id,
      ours: one.merchant_reference ?? null,
      amount: one.amount ?? null,
      state: one.status === 'sent' ? 'paid' : 'sending',
      at: one.created_at ?? null,
    };
  }
}

/** The key, the address, the time or the number of requests is refused, not the content. */
const NOT_OF_CONTENT = [401, 403, 404, 405, 408, 429];

/** @returns its answer, or its refusal of the content: repeated, the request would be refused again */
async function answerOf<Answer>(request: Promise<Answer>): Promise<Answer | ProviderError> {
  try {
    return await request;
  } catch (error) {
    const status = error instanceof ProviderError ? error.status : null;
    if (status === null || status >= 500 || NOT_OF_CONTENT.includes(status)) throw error;
    return error as ProviderError;
  }
}

/**
 * FedaPay's payouts. One is made `pending`, and moves money only when it is started by its id: before each start its status is read,
 * so that a start whose answer was lost is not repeated.
 */
export function fedapayPayouts({ get, post, put, remove }: Caller): Payouts {
  const read = async (id: string) => {
    const answer = await get(`/payouts/${encodeURIComponent(id)}`, found);
    return answer?.['v1/payout'] ?? null;
  };
  /** @returns its refusal; null when it is started */
  const start = async (id: string, phone: string): Promise<ProviderError | null> => {
    const one = { id: Number(id), phone_number: phoneOf(phone) };
    const answer = await answerOf(put('/payouts/start', z.object({}), { payouts: [one] }));
    return answer instanceof ProviderError ? answer : null;
  };
  return {
    operators: ['mtn', 'moov', 'celtiis'],
    maxAmount: 1_000_000,
    maxADay: 3,

    async find({ payoutId, askedAt }) {
      const same: z.output<typeof row>[] = [];
      for await (const one of searchSince({ get }, 'payouts', row, dayBefore(askedAt))) {
        if (one.merchant_reference === payoutId) same.push(one);
      }
      const [first] = same.sort((one, other) => rank(one.status) - rank(other.status));
      return first?.id ?? null;
    },

    async prepare({ payoutId, amount, operator, phone, name: fullName }) {
      const [firstname = fullName, ...rest] = fullName.split(' ');
      const asked = {
        amount,
        currency: { iso: 'XOF' },
        mode: modes[operator],
        description: 'Versement Amasin',
        merchant_reference: payoutId,
        customer: { firstname, lastname: rest.join(' ') || firstname, phone_number: phoneOf(phone) },
      };
      const answer = await answerOf(post('/payouts', found, asked));
      return answer instanceof ProviderError
        ? { state: 'failed', reason: answer.words }
        : answer['v1/payout'].id;
    },

    async send(id, { phone }) {
      const before = await read(id);
      if (before === null) return unknown;
      const refusal = before.status === 'pending' ? await start(id, phone) : null;
      const now = before.status === 'pending' ? await read(id) : before;
      // It was there a moment ago, and may have been started: the next try decides.
      if (now === null) throw new ProviderError('the provider does not know the payout', 404);
      const isUnsent = refusal !== null && now.status === 'pending';
      // So that it is not sent from their dashboard later, beside the payout that replaces it.
      if (isUnsent) await remove(`/payouts/${encodeURIComponent(id)}`, z.unknown()).catch(() => null);
      const state = isUnsent ? 'failed' : (states[now.status] ?? 'pending');
      const reason = now.last_error_message ?? now.last_error_code ?? refusal?.words ?? null;
      return { state, reason: state === 'failed' ? reason : null };
    },
  };
}
