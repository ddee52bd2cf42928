import type { OngoingPayment } from '@amasin/domain/payments/payment.ts';
import { Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate } from '../../lib/api/keys.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { toast } from '../../lib/toast/toast.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useOngoingPayments } from '../api.ts';
import { pollOnce, problems } from '../poll-payment.ts';
import { ReviewCard } from './ReviewCard.tsx';

export type PaymentCardsProps = {
  /** Id of the order or basket whose payment the page itself shows. */
  except?: string | null;
};

/** The customer's payments that are pending or under review, from any device. */
export function PaymentCards({ except = null }: PaymentCardsProps) {
  const ongoing = useOngoingPayments() ?? [];
  return ongoing
    .filter(({ orderId, basketId }) => except === null || (orderId !== except && basketId !== except))
    .map((payment) =>
      payment.status === 'review' ? (
        <ReviewCard key={payment.transactionId} payment={payment} />
      ) : (
        <OpenCard key={payment.transactionId} payment={payment} />
      ),
    );
}

function OpenCard({ payment: { transactionId, amount } }: { payment: OngoingPayment }) {
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const verify = async () => {
    setIsAsking(true);
    const verdict = await pollOnce(transactionId);
    if (verdict.is === 'paid') {
      toast.success('Paiement confirmé');
      void invalidate(queries, 'orders');
    } else if (verdict.is === 'pending') toast.error('Votre opérateur n’a pas encore répondu.');
    else if (verdict.is !== 'aside') toast.error(problems[verdict.is]);
    await invalidate(queries, 'payments');
    setIsAsking(false);
  };
  return (
    <Notice tone="amber" icon={IconHourglass} role="status" title="Paiement en cours">
      Votre paiement de {formatMoney(amount)} n’est pas confirmé.
      <Button fullWidth loading={isAsking} onClick={() => void verify()}>
        Vérifier le paiement
      </Button>
    </Notice>
  );
}
