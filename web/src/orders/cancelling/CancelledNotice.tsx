import {
  type CancelReason,
  cancelReasonLabels,
  cancelReasonsTold,
} from '@amasin/domain/orders/problems/cancel-reason.ts';
import { IconCircleX } from '@tabler/icons-react';
import type { Ref } from 'react';
import { Notice } from '../../ui/feedback/Notice.tsx';

type Props = { reason: CancelReason; reader: 'customer' | 'supervisor'; ref?: Ref<HTMLDivElement> };

/** That an order is cancelled, and why. */
export function CancelledNotice({ reason, reader, ref }: Props) {
  if (reader === 'supervisor')
    return (
      <Notice tone="red" icon={IconCircleX} title={`Annulée : ${lowerCase(cancelReasonLabels[reason])}`} />
    );
  return (
    <Notice
      {...(ref && { ref })}
      tabIndex={-1}
      tone="red"
      icon={IconCircleX}
      title="Votre commande est annulée"
    >
      {upperCase(cancelReasonsTold[reason])}. Rien n’a été payé.
    </Notice>
  );
}

const lowerCase = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const upperCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
