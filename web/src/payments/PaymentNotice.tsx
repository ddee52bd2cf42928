import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react';
import { Notice } from '../ui/Notice.tsx';
import { PendingCard } from './ongoing/PendingCard.tsx';
import { ReviewCard } from './ongoing/ReviewCard.tsx';
import { problems } from './poll-payment.ts';
import type { PaymentControl } from './use-payment.ts';

/** The state of a payment while the dialog is closed; nothing without a payment. */
export function PaymentNotice({ payment: control }: { payment: PaymentControl }) {
  const { stage, problem, review, verify } = control;
  if (stage.is === 'verifying') {
    return (
      <Notice tone="neutral" icon={IconHourglass} role="status">
        Paiement en cours de vérification…
      </Notice>
    );
  }
  if (stage.is === 'unconfirmed') {
    const { payment, failure } = stage;
    return (
      <PendingCard amount={payment.amount} onVerify={verify}>
        {failure === undefined ? null : <span>{failure}</span>}
      </PendingCard>
    );
  }
  if (review !== null) return <ReviewCard payment={review} />;
  if (problem === null || problem.is === 'aside') return null;
  return (
    <Notice tone="red" icon={IconAlertTriangle} role="alert">
      {problems[problem.is]}
    </Notice>
  );
}
