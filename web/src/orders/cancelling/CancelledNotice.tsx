import {
  type CancelReason,
  cancelReasonLabels,
  cancelReasonsTold,
} from '@amasin/domain/orders/problems/cancel-reason.ts';
import { IconCircleX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/feedback/Notice.tsx';

type Props = {
  reason: CancelReason;
  reader: 'customer' | 'supervisor';
  /** The order has just been cancelled here, by a button that is gone. */
  takesFocus?: boolean;
};

/** That an order is cancelled, and why. */
export function CancelledNotice({ reason, reader, takesFocus = false }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) notice.current?.focus();
  }, [takesFocus]);
  if (reader === 'supervisor')
    return (
      <Notice tone="red" icon={IconCircleX} title={`Annulée : ${lowerCase(cancelReasonLabels[reason])}`} />
    );
  return (
    <Notice ref={notice} tabIndex={-1} tone="red" icon={IconCircleX} title="Votre commande est annulée">
      {upperCase(cancelReasonsTold[reason])}. Rien n’a été payé.
    </Notice>
  );
}

const lowerCase = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const upperCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
