import { formatMoney } from '@amasin/domain/contract/format.ts';
import { type RefundSummary, refundLabel } from '@amasin/domain/orders/refund.ts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Notice } from '../../ui/Notice.tsx';

/** « Remboursement de 4 500 F en cours », then « effectué ». */
export function RefundCard({ refund: { amount, state } }: { refund: RefundSummary }) {
  return (
    <Notice
      tone={state === 'done' ? 'teal' : 'blue'}
      icon={IconArrowBackUp}
      role="status"
      title={`Remboursement de ${formatMoney(amount)} ${refundLabel(state)}`}
    >
      {state === 'done'
        ? 'L’argent est rendu sur le compte qui a payé.'
        : 'L’argent revient sur le compte qui a payé. Vous n’avez rien à faire.'}
    </Notice>
  );
}
