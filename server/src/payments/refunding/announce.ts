import { formatAmount } from '@amasin/domain/contract/money.ts';
import type { RefundRow } from '../../database/schema/money/refunds.ts';
import type { Message } from '../../notifications/notify.ts';

/** Tells the customer; the link opens the cancelled order, if the refund is of one. */
export function refundNotice(
  { customerId, orderId, amount }: Pick<RefundRow, 'customerId' | 'orderId' | 'amount'>,
  state: 'asked' | 'done',
): Message {
  const sum = `${formatAmount(amount)} F`;
  return {
    userId: customerId,
    ...(state === 'done'
      ? { title: 'Remboursement effectué', message: `Remboursement de ${sum} effectué.` }
      : {
          title: 'Remboursement en cours',
          message: `Remboursement de ${sum} en cours, sur le compte qui a payé.`,
        }),
    link: orderId === null ? '/tracking' : `/tracking?order=${orderId}`,
    ...(orderId !== null && { orderId }),
  };
}

/** Tells a supervisor that the provider has refused a refund. */
export const refundFailed = (userId: string, amount: number, transactionId: string): Message => ({
  userId,
  title: 'Remboursement refusé',
  message: `Le prestataire a refusé de rendre ${formatAmount(amount)} F (transaction ${transactionId}).`,
  link: '/supervisor-dashboard?tab=payments',
});
