import { Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { formatMoney } from '../../lib/format/money.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';

type Props = {
  amount: number;
  /** Why the last verification could not be made. */
  failure?: string | undefined;
  isVerifying?: boolean;
  onVerify: () => void;
};

/** A payment that the operator has not confirmed. */
export function PendingCard({ amount, failure, isVerifying = false, onVerify }: Props) {
  return (
    <Notice tone="amber" icon={IconHourglass} role="status" title="Paiement en cours">
      <span>
        Votre paiement de {formatMoney(amount)} n’est pas confirmé. Si vous avez été débité, votre commande
        sera mise à jour automatiquement.
      </span>
      {failure === undefined ? null : <span>{failure}</span>}
      <Button fullWidth loading={isVerifying} onClick={onVerify}>
        Vérifier le paiement
      </Button>
    </Notice>
  );
}
