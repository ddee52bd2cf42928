import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { FIRST_CHECK_MS } from '@amasin/domain/payments/follow-up.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import type { Portal } from '@amasin/domain/payments/payment.ts';
import type { Clock, Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { providerOf, providersOf } from '../ports/configured-providers.ts';
import type { OpenedPortal, PaymentProvider, PortalRequest } from '../ports/payment-provider.ts';
import { LIMIT_MS, withTimeout } from '../ports/with-timeout.ts';
import { Refusal } from '../refusal.ts';
import type { ProviderSettings } from '../settings/payment-settings.ts';
import type { Means } from './basket.ts';
import { fedapayProvider } from './providers/fedapay.ts';
import { kkiapayProvider } from './providers/kkiapay.ts';
import { portalProvider } from './providers/portal.ts';
import { findPayment, insertPayment, markPortalFailed, setPortal, updatePayment } from './queries.ts';
import { newTransactionId } from './transaction-id.ts';

/** Polling interval while another request opens the portal, ms. */
const POLL_MS = 50;

/** `ctx.purchases` delivers what is bought by these fields. */
type Purchase = Pick<
  PaymentRow,
  | 'amount'
  | 'basketId'
  | 'contentDigest'
  | 'provider'
  | 'operator'
  | 'payingPhone'
  | 'payLinkId'
  | 'draft'
  | 'orderId'
  | 'uncheckedReduction'
  | 'uncheckedPerson'
  | 'uncheckedFile'
  | 'insurerId'
  | 'insuredReduction'
  | 'prescriptionId'
  | 'prescriptionVersion'
>;

/** Inserts a payment of the caller with a new transaction id (rule 13); the portal is opened after the commit. */
export function createPayment(ctx: Ctx, tx: Database, purchase: Purchase): Promise<PaymentRow> {
  const now = ctx.clock.now();
  return insertPayment(tx, {
    ...purchase,
    transactionId: newTransactionId(),
    customerId: ctx.actor._id,
    createdAt: now,
    nextCheckAt: new Date(now.getTime() + FIRST_CHECK_MS),
  });
}

/**
 * Opens the provider's portal for a payment.
 * @param onFailure runs when the portal could not be opened and the payment was not confirmed
 * @throws 503 PAYMENT_SERVICE_ERROR
 */
export async function openPortal(
  ctx: Ctx,
  payment: PaymentRow,
  message: string,
  onFailure: () => Promise<void>,
): Promise<ReturnType<typeof presentOpened>> {
  const { transactionId, amount, createdAt, operator, payingPhone } = payment;
  const expiresAt = new Date(createdAt.getTime() + PORTAL_MINUTES * 60_000);
  const returnPath = returnPathOf(payment);
  let opened: OpenedPortal;
  try {
    const provider = providerOf(ctx, payment.provider);
    if (provider === null) throw new Error('the provider is not configured');
    const asked: PortalRequest = {
      transactionId,
      amount,
      message,
      expiresAt,
      returnPath,
      operator,
      payingPhone,
      onCreated: async (providerTransactionId) => {
        await updatePayment(ctx.db, payment.id, { providerTransactionId });
      },
    };
    opened = await withTimeout(provider.openPortal(asked));
  } catch (error) {
    ctx.log.error({ err: error, transactionId }, 'opening the payment portal failed');
    // After a timeout the provider may still have opened the portal and confirmed the payment.
    if (await markPortalFailed(ctx.db, payment)) await onFailure();
    throw new Refusal('PAYMENT_SERVICE_ERROR');
  }
  const { providerTransactionId, ...portal } = opened;
  const change = { portal, ...(providerTransactionId !== undefined && { providerTransactionId }) };
  return presentOpened({ ...payment, ...(await setPortal(ctx.db, payment.id, change)) }, portal);
}

/** Whoever pays by a link comes back to its page, which remembers the token. */
function returnPathOf({ orderId, payLinkId }: PaymentRow): string {
  if (payLinkId !== null) return '/payer';
  return orderId === null ? '/order?etape=recapitulatif' : `/tracking?order=${orderId}`;
}

/**
 * Waits for the portal of a payment that another request has opened or is opening.
 * @throws 503 PAYMENT_SERVICE_ERROR when that request fails; 409 IN_PROGRESS when it takes too long
 */
export async function awaitPortal(ctx: Ctx, { transactionId }: PaymentRow) {
  const until = performance.now() + LIMIT_MS;
  for (;;) {
    const payment = await findPayment(ctx.db, transactionId);
    if (payment?.portal) return presentOpened(payment, payment.portal);
    if (payment?.status !== 'pending') throw new Refusal('PAYMENT_SERVICE_ERROR');
    if (performance.now() > until) throw new Refusal('IN_PROGRESS');
    await pause(POLL_MS);
  }
}

const presentOpened = ({ transactionId, amount, basketId }: PaymentRow, portal: Portal) => ({
  transactionId,
  amount,
  portal,
  basketId,
});

export function openProvider(settings: ProviderSettings, clock: Clock): PaymentProvider {
  switch (settings.provider) {
    case 'fedapay':
      return fedapayProvider(settings, clock);
    case 'kkiapay':
      return kkiapayProvider(settings);
    case 'portal':
      return portalProvider(settings, clock);
  }
}

interface Chosen {
  readonly provider?: string | null | undefined;
  readonly operator?: Operator | null | undefined;
  readonly payingPhone?: string | null | undefined;
}

/**
 * Reads how the customer wants to pay; null when she does not say. An operator without a provider is asked by the first that can.
 * @throws 422 INVALID when it is not offered
 */
export function meansOf(ctx: Ctx, { provider, operator = null, payingPhone = null }: Chosen): Means | null {
  if (provider == null && operator === null && payingPhone === null) return null;
  const found = providersOf(ctx).find(
    ({ name, operators = [] }) =>
      (provider == null || name === provider) && (operator === null || operators.includes(operator)),
  );
  if (found === undefined) {
    throw new Refusal('INVALID', { fields: { provider: 'Ce moyen de paiement n’est plus offert' } });
  }
  return { provider: found.name, operator, payingPhone };
}

/** Returns the means of a customer who names none and has no open payment. */
export const defaultMeans = ({ payments }: Ctx): Means => ({
  provider: payments.name,
  operator: null,
  payingPhone: null,
});

/**
 * Lists the ways to pay: each operator once, by the first provider that can ask it, then the page or frame of each provider. The
 * list is empty when there is nothing to choose.
 */
export function choicesOf(ctx: Pick<SystemCtx, 'payments' | 'otherPayments'>): PaymentChoice[] {
  const providers = providersOf(ctx);
  const byOperator = new Map<PaymentChoice['operator'], PaymentChoice>();
  for (const { name: provider, label, operators = [] } of providers) {
    for (const operator of operators) {
      if (!byOperator.has(operator))
        byOperator.set(operator, { provider, label, operator, takesPhone: true });
    }
  }
  const pages = providers.map(({ name: provider, label, takesPhone = false }) => {
    return { provider, label, operator: null, takesPhone };
  });
  const choices = [...byOperator.values(), ...pages];
  return choices.length > 1 ? choices : [];
}
