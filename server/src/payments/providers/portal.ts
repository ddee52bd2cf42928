import { z } from 'zod';
import type { Clock } from '../../ctx.ts';
import type { PaymentProvider, ProviderStatus } from '../../ports/payment-provider.ts';
import { LIMIT_MS } from '../../ports/with-timeout.ts';
import type { PortalSettings } from '../../settings/payment-settings.ts';
import {
  callProvider,
  currencyCode,
  isSignedCall,
  ProviderError,
  pending,
  readJson,
  referenceName,
  webhookSecretsOf,
  wholeAmount,
} from './call.ts';

const SIGNATURE_HEADER = 'x-portal-signature';

const token = z.string().min(1).max(4000);

/**
 * Opens a portal in a frame, with a token that our server gets by signing in. Such providers differ in how the status is requested,
 * so its address and its fields are settings.
 */
export function portalProvider(
  settings: PortalSettings,
  clock: Clock,
  limitMs: number = LIMIT_MS,
): PaymentProvider {
  const { fields, statuses } = settings;
  const logIn = async () => {
    const body = { email: settings.email, password: settings.password };
    const answer = await callProvider({ method: 'POST', url: settings.loginUrl, body, limitMs }, z.unknown());
    const found = token.safeParse(read(answer, fields.token));
    if (!found.success) throw new ProviderError('the login answer has no token', null);
    return found.data;
  };
  const reportOf = (value: unknown): ProviderStatus['report'] | null => {
    if (typeof value !== 'string' && typeof value !== 'boolean') return null;
    const status = String(value).toLowerCase();
    if (statuses.paid.includes(status)) return 'paid';
    if (statuses.failed.includes(status)) return 'failed';
    if (statuses.cancelled.includes(status)) return 'cancelled';
    if (statuses.expired.includes(status)) return 'expired';
    return statuses.refunded.includes(status) ? 'refunded' : 'pending';
  };
  return {
    name: 'portal',
    label: settings.label,
    portalOrigins: [new URL(settings.url).origin],

    async openPortal({ amount, message }) {
      const { url, clientId, productId } = settings;
      return { url, token: await logIn(), clientId, productId, message, minAmount: amount };
    },

    async ask(transactionId) {
      const authorization = `Bearer ${await logIn()}`;
      const url = settings.statusUrl.replaceAll('{transactionId}', encodeURIComponent(transactionId));
      const answer = await callProvider(
        { method: 'GET', url, headers: { authorization }, limitMs },
        z.unknown(),
      );
      if (answer === null) return pending;
      const report = reportOf(read(answer, fields.status));
      if (report === null) throw new ProviderError('the answer has no status', null);
      if (report !== 'paid' && report !== 'refunded') return { ...pending, report };
      const named = referenceName.parse(read(answer, fields.transactionId));
      const isOurs = (named ?? transactionId) === transactionId;
      const reference = isOurs ? (referenceName.parse(read(answer, fields.reference)) ?? null) : null;
      if (report === 'refunded') return isOurs ? { ...pending, report, reference } : pending;
      return {
        report,
        amount: wholeAmount.parse(read(answer, fields.amount)) ?? null,
        currency: currencyCode.parse(read(answer, fields.currency)) ?? null,
        reference,
      };
    },

    readEvent(rawBody, headers) {
      const header = headers[SIGNATURE_HEADER];
      if (!isSignedCall(rawBody, header, webhookSecretsOf(settings), clock.now())) return null;
      const transactionId = referenceName.parse(read(readJson(rawBody), fields.transactionId));
      if (!transactionId) return 'unreadable';
      return { isHint: true, transactionId, providerTransactionId: transactionId };
    },
  };
}

/** Returns the value at a path such as `data.status`; undefined when there is none. */
function read(answer: unknown, path: string): unknown {
  let value = answer;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
