import { Button } from '@mantine/core';
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react';
import { formatMoney } from '../lib/format/money.ts';
import { Notice } from '../ui/feedback/Notice.tsx';
import { ReviewCard } from './ongoing/ReviewCard.tsx';
import { problems } from './poll-payment.ts';
import type { PaymentControl } from './use-payment.ts';

/** The state of a payment while the dialog is closed; nothing without a payment. */
export function PaymentNotice({ payment }: { payment: PaymentControl }) {
  const { stage, problem, review, verify } = payment;
  if (stage.is === 'verifying') {
    return (
      <Notice tone="neutral" icon={IconHourglass} role="status">
        Paiement en cours de vérification…
      </Notice>
    );
  }
  if (stage.is === 'unconfirmed') {
    return (
      <Notice tone="amber" icon={IconHourglass} role="status">
        <span>
          Votre paiement de {formatMoney(stage.payment.amount)} n’est pas confirmé. Si vous avez été débité,
          votre commande sera mise à jour automatiquement.
        </span>
        <Button fullWidth onClick={() => verify()}>
          Vérifier le paiement
        </Button>
      </Notice>
    );
  }
  if (review !== null) return <ReviewCard payment={review} />;
  if (problem === null) return null;
  return (
    <Notice tone="red" icon={IconAlertTriangle} role="alert">
      {problems[problem.is]}
    </Notice>
  );
}
