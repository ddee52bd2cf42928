import type { OngoingPayment } from '@amasin/domain/payments/payment.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { useOngoingPayments } from '../api.ts';
import { NO_ANSWER, pollOnce, problems } from '../poll-payment.ts';
import { PendingCard } from './PendingCard.tsx';
import { RefundCard } from './RefundCard.tsx';
import { ReviewCard } from './ReviewCard.tsx';

export type PaymentCardsProps = {
  /** Id of the order or basket whose payment the page itself shows. */
  except?: string | null;
};

/** The customer's payments that are pending, under review or refunded, from any device. */
export function PaymentCards({ except = null }: PaymentCardsProps) {
  const ongoing = useOngoingPayments() ?? [];
  return ongoing
    .filter(({ orderId, basketId }) => except === null || (orderId !== except && basketId !== except))
    .map((payment) =>
      payment.status === 'refunded' && payment.refund ? (
        <RefundCard key={payment.transactionId} refund={payment.refund} />
      ) : payment.status === 'review' ? (
        <ReviewCard key={payment.transactionId} payment={payment} />
      ) : (
        <OpenCard key={payment.transactionId} payment={payment} />
      ),
    );
}

function OpenCard({ payment: { transactionId, amount } }: { payment: OngoingPayment }) {
  const queries = useQueryClient();
  const [isVerifying, setIsVerifying] = useState(false);
  const verify = async () => {
    setIsVerifying(true);
    const verdict = await pollOnce(transactionId);
    if (verdict.is === 'paid') {
      toast.success('Paiement confirmé');
      void invalidate(queries, 'orders');
    } else if (verdict.is === 'pending') toast.error(verdict.failure ?? NO_ANSWER);
    else if (verdict.is !== 'aside') toast.error(problems[verdict.is]);
    await invalidate(queries, 'payments');
    setIsVerifying(false);
  };
  return <PendingCard amount={amount} isVerifying={isVerifying} onVerify={() => void verify()} />;
}
