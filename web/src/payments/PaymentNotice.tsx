import { Button } from '@mantine/core';
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react';
import { formatMoney } from '../lib/format/money.ts';
import { Notice } from '../ui/feedback/Notice.tsx';
import type { PaymentControl } from './use-payment.ts';

/** Where a payment stands while no dialog shows it. Nothing where there is nothing to say. */
export function PaymentNotice({ payment }: { payment: PaymentControl }) {
  const { stage, problem, verify } = payment;
  if (problem !== null) {
    return (
      <Notice tone="red" icon={IconAlertTriangle} role="alert">
        {problem}
      </Notice>
    );
  }
  if (stage.is === 'verifying') {
    return (
      <Notice tone="neutral" icon={IconHourglass} role="status">
        Paiement en cours de vérification…
      </Notice>
    );
  }
  if (stage.is !== 'unconfirmed') return null;
  return (
    <Notice tone="amber" icon={IconHourglass} role="status">
      <span>
        Votre paiement de {formatMoney(stage.amount)} n’est pas confirmé. Si vous avez été débité, votre
        commande sera mise à jour automatiquement.
      </span>
      <Button variant="default" onClick={() => void verify()}>
        Vérifier le paiement
      </Button>
    </Notice>
  );
}
