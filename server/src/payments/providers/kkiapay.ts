import { z } from 'zod';
import type { PaymentProvider, ProviderStatus } from '../../ports/payment-provider.ts';
import { LIMIT_MS } from '../../ports/with-timeout.ts';
import { isSameText } from '../../routing/same-text.ts';
import type { KkiapaySettings } from '../../settings/payment-settings.ts';
import { isTransactionId } from '../transaction-id.ts';
import {
  callProvider,
  name,
  ProviderError,
  pending,
  readJson,
  referenceName,
  webhookSecretsOf,
  wholeAmount,
} from './call.ts';

const SECRET_HEADER = 'x-kkiapay-secret';

/** Our id comes back as it was given to the widget: as `partnerId`, or as `data` under one of these names. */
const ownId = z.string().nullish().catch(null);
const ownIds = { partnerId: ownId, state: ownId, stateData: ownId, data: ownId };

const verified = z.object({
  status: z.string(),
  transactionId: referenceName,
  amount: wholeAmount,
  ...ownIds,
});

const reverted = z.object({ status: z.string() });

const event = z.object({ transactionId: name, ...ownIds });

/** Its documentation names no status of a transaction that was reverted, and its webhook no event of it. */
const reports: Readonly<Record<string, ProviderStatus['report']>> = { SUCCESS: 'paid', FAILED: 'failed' };

/**
 * KKiaPay's widget makes the transaction, so that its id comes from the browser or from the webhook. Neither is believed, as the
 * webhook has a shared secret instead of a signature: the status is always requested, and has to name our payment.
 */
export function kkiapayProvider(settings: KkiapaySettings, limitMs: number = LIMIT_MS): PaymentProvider {
  const { url, widgetUrl, isTest } = settings;
  const headers = {
    'x-api-key': settings.publicKey,
    'x-private-key': settings.privateKey,
    'x-secret-key': settings.secretKey,
  };
  const callAt = (path: string, transactionId: string) =>
    ({
      method: 'POST',
      url: `${url}/api/v1/transactions/${path}`,
      headers,
      body: { transactionId },
      limitMs,
    }) as const;
  return {
    name: 'kkiapay',
    label: 'KKiaPay',
    takesPhone: true,
    portalOrigins: [new URL(widgetUrl).origin],
    isNamedByBrowser: true,

    async openPortal({ amount, message, payingPhone }) {
      const none = { token: '', productId: '' };
      return {
        ...none,
        mode: 'widget',
        url: widgetUrl,
        clientId: settings.publicKey,
        message,
        minAmount: amount,
        isTest,
        // The widget starts with this number.
        ...(payingPhone !== null && { phone: payingPhone.slice(1) }),
      };
    },

    async ask(transactionId, id) {
      if (id == null) return pending;
      const one = await callProvider(callAt('status', id), verified);
      if (one === null || isOfAnother(one, transactionId)) return pending;
      const report = reports[one.status] ?? 'pending';
      if (report !== 'paid') return { ...pending, report };
      // KKiaPay collects in XOF only, and its answer names no currency.
      const isSame = one.transactionId === id && ownIdsOf(one).length > 0;
      return { report, amount: one.amount ?? null, currency: 'XOF', reference: isSame ? id : null };
    },

    /**
     * A revert pays all of a transaction back, has no key of ours, and is refused once it was made. After a lost answer the refund is
     * therefore `failed` although it was paid: a supervisor reads in KKiaPay's dashboard which it is.
     */
    async refund({ reference, amount }) {
      const failed = { state: 'failed', reference: null } as const;
      const one = await callProvider(callAt('status', reference), verified);
      if (one?.status !== 'SUCCESS' || one.amount !== amount) return failed;
      try {
        const answer = await callProvider(callAt('revert', reference), reverted);
        return answer?.status === 'SUCCESS' ? { state: 'done', reference } : failed;
      } catch (error) {
        const isRefusal = error instanceof ProviderError && error.status !== null && error.status < 500;
        if (isRefusal) return failed;
        throw error;
      }
    },

    readEvent(rawBody, headers) {
      const header = headers[SECRET_HEADER];
      if (typeof header !== 'string') return null;
      if (!webhookSecretsOf(settings).some((secret) => isSameText(header, secret))) return null;
      const parsed = event.safeParse(readJson(rawBody));
      if (!parsed.success) return 'unreadable';
      return {
        isHint: true,
        transactionId: ownIdsOf(parsed.data)[0] ?? null,
        providerTransactionId: parsed.data.transactionId,
      };
    },
  };
}

type Named = z.output<z.ZodObject<typeof ownIds>>;

/**
 * Tells whether a transaction, of which the browser may name any, belongs to another payment. Money without any id of ours has no
 * reference, so that it is put under review.
 */
function isOfAnother(one: Named, transactionId: string): boolean {
  const named = ownIdsOf(one);
  return named.length > 0 && !named.includes(transactionId);
}

function ownIdsOf(one: Named): string[] {
  return [one.partnerId, one.state, one.stateData, one.data].flatMap((value) =>
    typeof value === 'string' && isTransactionId(value) ? [value] : [],
  );
}
