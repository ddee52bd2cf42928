import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import {
  CANCEL_NOTE_MAX,
  cancelReasonLabels,
  type StaffCancelReason,
  staffCancelReasons,
} from '@amasin/domain/orders/reasons.ts';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatPhone } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { useCancelPaid } from './api.ts';
import styles from './cancelling.module.css';

/** « Annuler et rembourser » for a supervisor: a reason, then what is paid back and to whom before it is confirmed. */
export function CancelPaid({ order }: { order: Order }) {
  const [reason, setReason] = useState<StaffCancelReason>('unavailable');
  const [opened, setOpened] = useState(false);
  const [note, setNote] = useState('');
  const cancel = useCancelPaid(order._id);
  const { number, customer, finalAmount } = order;
  const close = () => setOpened(false);
  return (
    <>
      <ReasonDetails
        summary="Annuler et rembourser"
        reasons={staffCancelReasons}
        labels={cancelReasonLabels}
        pending={cancel.isPending}
        onChoose={(chosen) => {
          setReason(chosen);
          setOpened(true);
        }}
      >
        Le client lit la raison. La pharmacie et le livreur sont prévenus.
      </ReasonDetails>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        question="Annuler et rembourser cette commande ?"
        confirmLabel="Rembourser"
        closeLabel="La garder"
        danger
        pending={cancel.isPending}
        onConfirm={() => cancel.mutate({ reason, note: note.trim() || null }, { onSettled: close })}
      >
        <div className={styles.confirm}>
          <span>{`${number} · ${cancelReasonLabels[reason]}`}</span>
          <span>
            <strong>{formatMoney(finalAmount)}</strong>{' '}
            <span>{`à rendre à ${customer.name}${customer.phone ? ` (${formatPhone(customer.phone)})` : ''}, sur le compte qui a payé.`}</span>
          </span>
          <Textarea
            label="Précision (facultatif)"
            description="Pour l’équipe seulement"
            maxLength={CANCEL_NOTE_MAX}
            rows={2}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </div>
      </ConfirmDialog>
    </>
  );
}
