import { formatAmount } from '@amasin/domain/contract/money.ts';
import { record } from '../../audit/recording/record.ts';
import type { SystemCtx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { PaymentRow } from '../../database/schema/payments.ts';
import { notify } from '../../notifications/notify.ts';
import { findUserIdsOfType } from '../../notifications/queries.ts';
import { providerOf } from '../../ports/configured-providers.ts';
import { providerLabels } from '../../settings/payment-settings.ts';
import { isDebit } from './debit-queries.ts';
import { findOrderNumber, isRefundDecided } from './report-queries.ts';

interface PaidBack {
  readonly reference: string | null;
  /** The provider does not say how much. */
  readonly isPartlyReturned?: boolean;
  readonly at: Date;
}

/**
 * The provider reports that it has refunded a settled payment, in full or in part, and no refund was decided here: it was made in
 * the provider's own dashboard. The payment, its order and the ledger do not change: supervisors are notified, and decide. A refund
 * of ours explains the report, in whatever state: where the provider cannot be asked for it, it is `failed` until a supervisor has made it
 * in that dashboard.
 */
export async function announcePaidBack(
  ctx: SystemCtx,
  tx: Database,
  payment: PaymentRow,
  { reference, isPartlyReturned = false, at }: PaidBack,
): Promise<void> {
  const { id, customerId, amount, status, providerReference } = payment;
  if (status !== 'paid' && status !== 'review') return;
  // A second debit waits for a supervisor in its own list, as money to pay back.
  if (reference !== null && reference !== providerReference && (await isDebit(tx, payment, reference)))
    return;
  if (await isRefundDecided(tx, payment, reference)) return;
  const details = { event: 'report', amount, to: isPartlyReturned ? 'partly-refunded' : 'refunded' };
  await record({ clock: ctx.clock }, tx, { action: 'settle', kind: 'payment', id, customerId, details });
  const told = await describe(ctx, tx, payment, isPartlyReturned);
  const supervisors = await findUserIdsOfType(tx, ['supervisor']);
  const messages = supervisors.map((userId) => ({ userId, title: 'Paiement à vérifier', ...told }));
  await notify(ctx.jobs, tx, at, messages);
}

/** Without the order's id: its next notification must not replace what has to be decided. */
async function describe(ctx: SystemCtx, tx: Database, payment: PaymentRow, isPartlyReturned: boolean) {
  const { id, status, provider, transactionId, orderId, amount } = payment;
  const says = `${providerOf(ctx, provider)?.label ?? providerLabels[provider] ?? provider} dit rendu${isPartlyReturned ? ' en partie' : ''} le paiement`;
  const sum = `(${formatAmount(amount)} F)`;
  const number = status === 'paid' ? await findOrderNumber(tx, payment) : null;
  if (number === null) {
    const link = `/supervisor-dashboard?tab=payments&vu=${id}`;
    return { message: `${says} ${transactionId} ${sum}. Vérifiez-le.`, link };
  }
  const link = `/supervisor-dashboard?order=${orderId}`;
  return { message: `${says} de la commande ${number} ${sum}. Vérifiez-la.`, link };
}
