import { firstUpper, formatMoney } from '@amasin/domain/contract/format.ts';
import {
  type CancelReason,
  cancelReasonLabels,
  cancelReasonsForCustomer,
} from '@amasin/domain/orders/reasons.ts';
import { type RefundSummary, refundLabel } from '@amasin/domain/orders/refund.ts';
import { IconCircleX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Notice } from '../ui/Notice.tsx';

type Props = {
  reason: CancelReason;
  reader: 'customer' | 'supervisor';
  /** The order has just been cancelled here, by a button that is gone. */
  takesFocus?: boolean;
  /** The refund of an order that was paid. */
  refund?: RefundSummary | null | undefined;
  /** For supervisors. */
  note?: string | null | undefined;
};

/** Says that an order is cancelled, and why. */
export function CancelledNotice({ reason, reader, takesFocus = false, refund, note }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) notice.current?.focus();
  }, [takesFocus]);
  if (reader === 'supervisor')
    return (
      <Notice tone="red" icon={IconCircleX} title={`Annulée : ${lowerCase(cancelReasonLabels[reason])}`}>
        {refund ? <span>{refundText(refund)}</span> : null}
        {refund?.settled ? <span>{`Noté par ${refund.settled.by} : ${refund.settled.note}`}</span> : null}
        {note ? <span>{`Pour l’équipe : ${note}`}</span> : null}
      </Notice>
    );
  return (
    <Notice ref={notice} tabIndex={-1} tone="red" icon={IconCircleX} title="Votre commande est annulée">
      {`${firstUpper(cancelReasonsForCustomer[reason])}. ${refund ? refundText(refund) : 'Rien n’a été payé.'}`}
    </Notice>
  );
}

/** « Remboursement de 4 500 F en cours. » */
const refundText = ({ amount, state }: RefundSummary) =>
  `Remboursement de ${formatMoney(amount)} ${refundLabel(state)}.`;

const lowerCase = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
