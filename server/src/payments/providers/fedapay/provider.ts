import type { Operator } from '@amasin/domain/payments/operators.ts';
import { z } from 'zod';
import type { Clock } from '../../../ctx.ts';
import type { PaymentProvider, ProviderStatus } from '../../../ports/payment-provider.ts';
import { LIMIT_MS } from '../../../ports/with-timeout.ts';
import type { FedapaySettings } from '../../../settings/payment-settings.ts';
import { currencyCode, name, pending, readJson, referenceName, wholeAmount } from '../call-provider.ts';
import { isSignedCall } from '../signed-calls.ts';
import { callFedapay, modes, phoneOf } from './call-fedapay.ts';
import { fedapayPayouts, listPayouts } from './payouts.ts';
import { dayBefore, listed, searchSince } from './search.ts';

export const SIGNATURE_HEADER = 'x-fedapay-signature';

/** How long the operator's request may take, ms: less than the opening of the payment, so that the page still opens after it. */
export const OPERATOR_LIMIT_MS = 4_000;

const transaction = z.object({
  id: name,
  status: z.string(),
  amount: wholeAmount,
  reference: referenceName,
  merchant_reference: referenceName,
  custom_metadata: z.object({ transaction_id: referenceName }).nullish().catch(null),
  currency: z.object({ iso: currencyCode }).nullish().catch(null),
  currency_id: z.int().nullish().catch(null),
});

const row = transaction.extend(listed);

type Transaction = z.output<typeof transaction>;

const found = z.object({ 'v1/transaction': transaction });
const link = z.object({ token: z.string().min(1), url: z.url({ protocol: /^https?$/ }) });
/** The documentation names no field of this answer. */
const asked = z.object({});
const currency = z.object({ 'v1/currency': z.object({ iso: currencyCode }) });
const event = z.object({
  entity: transaction.pick({ id: true, merchant_reference: true, custom_metadata: true }),
});

/** What each status says about the money; one that is not listed says nothing yet. */
const reports: Readonly<Record<string, ProviderStatus['report']>> = {
  approved: 'paid',
  transferred: 'paid',
  approved_partially_refunded: 'paid',
  transferred_partially_refunded: 'paid',
  declined: 'failed',
  canceled: 'cancelled',
  expired: 'expired',
  refunded: 'refunded',
};

/**
 * FedaPay: a transaction of theirs for each payment, paid on their page, which returns to ours, or by a request of the operator on the
 * customer's telephone. Its webhook is signed, and
 * still only makes us request the status, so that events out of order change nothing.
 */
export function fedapayProvider(
  settings: FedapaySettings,
  clock: Clock,
  limitMs: number = LIMIT_MS,
  operatorLimitMs: number = OPERATOR_LIMIT_MS,
): PaymentProvider {
  const { publicUrl, isTest } = settings;
  const caller = callFedapay(settings, limitMs);
  const { get, post } = caller;
  const operatorCaller = callFedapay(settings, operatorLimitMs);
  const codes = new Map<number, string>();
  const currencyOf = async (one: Transaction): Promise<string | null> => {
    if (one.currency?.iso) return one.currency.iso;
    if (one.currency_id == null) return null;
    const known = codes.get(one.currency_id);
    if (known !== undefined) return known;
    const iso = (await get(`/currencies/${one.currency_id}`, currency))?.['v1/currency'].iso ?? null;
    if (iso !== null) codes.set(one.currency_id, iso);
    return iso;
  };

  /**
   * @returns false when it failed or took too long: the page is opened instead. The same transaction is paid once, whichever way she pays.
   */
  const askOperator = async (token: string, operator: Operator, number: string): Promise<boolean> => {
    try {
      await operatorCaller.post(`/${modes[operator]}`, asked, { token, phone_number: phoneOf(number) });
      return true;
    } catch {
      return false;
    }
  };

  /** Under our number: its answer was lost, or the database restored, before their id was stored. */
  const find = async (transactionId: string, openedAt: Date): Promise<string | null> => {
    let found: string | null = null;
    for await (const one of searchSince({ get }, 'transactions', row, dayBefore(openedAt))) {
      if (ownIdOf(one) === transactionId && (found === null || one.status in reports)) found = one.id;
    }
    return found;
  };

  return {
    name: 'fedapay',
    label: 'FedaPay',
    operators: ['mtn', 'moov', 'celtiis'],
    portalOrigins: [],
    payouts: fedapayPayouts(caller),

    async openPortal({ transactionId, amount, message, returnPath, operator, payingPhone, onCreated }) {
      const { 'v1/transaction': made } = await post('/transactions', found, {
        description: message,
        amount,
        currency: { iso: 'XOF' },
        callback_url: `${publicUrl}${returnPath}`,
        merchant_reference: transactionId,
        custom_metadata: { transaction_id: transactionId },
      });
      await onCreated?.(made.id);
      const page = await post(`/transactions/${encodeURIComponent(made.id)}/token`, link);
      const isAsked =
        operator !== null && payingPhone !== null && (await askOperator(page.token, operator, payingPhone));
      return {
        mode: isAsked ? 'phone' : 'page',
        url: page.url,
        token: '',
        clientId: '',
        productId: '',
        message,
        minAmount: amount,
        isTest,
        providerTransactionId: made.id,
      };
    },

    async ask(transactionId, known, openedAt) {
      const id = known ?? (openedAt && (await find(transactionId, openedAt)));
      if (id == null) return pending;
      const answer = await get(`/transactions/${encodeURIComponent(id)}`, found);
      if (answer === null) return pending;
      const one = answer['v1/transaction'];
      const report = reports[one.status] ?? 'pending';
      if (report !== 'paid' && report !== 'refunded') return { ...pending, report };
      // Of another payment: a review, never an order. Without our id, theirs still comes from us or from a signed call.
      const isOurs = one.id === id && (ownIdOf(one) ?? transactionId) === transactionId;
      const reference = isOurs ? (one.reference ?? null) : null;
      if (report === 'refunded') return isOurs ? { ...pending, report, reference } : pending;
      const isPartlyReturned = one.status.includes('refunded');
      return {
        report,
        amount: isPartlyReturned ? null : (one.amount ?? null),
        currency: await currencyOf(one),
        reference,
        isPartlyReturned: isPartlyReturned && isOurs,
      };
    },

    async *list(since) {
      for await (const one of searchSince({ get }, 'transactions', row, since)) {
        const report = reports[one.status];
        if (report !== 'paid' && report !== 'refunded') continue;
        const isPartly = report === 'paid' && one.status.includes('refunded');
        yield {
          kind: 'payment',
          id: one.id,
          ours: ownIdOf(one),
          amount: one.amount ?? null,
          state: isPartly ? 'partly' : report,
          at: one.created_at ?? null,
        };
      }
      yield* listPayouts({ get }, since);
    },

    readEvent(rawBody, headers) {
      const header = headers[SIGNATURE_HEADER];
      if (!isSignedCall(rawBody, header, settings.webhookSecret, clock.now())) return null;
      const parsed = event.safeParse(readJson(rawBody));
      if (!parsed.success) return 'unreadable';
      const { entity } = parsed.data;
      return { isHint: true, transactionId: ownIdOf(entity), providerTransactionId: entity.id };
    },
  };
}

/** Our id, which we sent twice with the transaction. */
function ownIdOf(one: Pick<Transaction, 'merchant_reference' | 'custom_metadata'>): string | null {
  return one.custom_metadata?.transaction_id ?? one.merchant_reference ?? null;
}
