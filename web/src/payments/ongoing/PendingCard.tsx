import { formatMoney } from '@amasin/domain/contract/format.ts';
import { Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/Notice.tsx';

type Props = {
  amount: number;
  isVerifying?: boolean;
  onVerify: () => void;
  /** Why the last verification could not be made. */
  children?: ReactNode;
};

/** A payment that the operator has not confirmed. */
export function PendingCard({ amount, isVerifying = false, onVerify, children }: Props) {
  return (
    <Notice tone="amber" icon={IconHourglass} role="status" title="Paiement en cours">
      <span>{`Votre paiement de ${formatMoney(amount)} n’est pas confirmé. Si vous avez été débité, votre commande sera mise à jour automatiquement.`}</span>
      {children}
      <Button fullWidth loading={isVerifying} onClick={onVerify}>
        Vérifier le paiement
      </Button>
    </Notice>
  );
}
