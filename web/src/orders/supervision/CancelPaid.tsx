import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import {
  CANCEL_NOTE_MAX,
  cancelDeclineLabels,
  cancelDeclines,
  cancelReasonLabels,
  cancelRequestLabels,
  type StaffCancelReason,
  staffCancelReasons,
} from '@amasin/domain/orders/reasons.ts';
import { Button, Stack, Textarea } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatPhone } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { DateTime } from '../../ui/text.tsx';
import { useCancelPaid, useDecideCancel } from './api.ts';

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
        {order.state === 'delivering'
          ? 'Le client lit la raison. Le livreur rend les médicaments à la pharmacie ; tous deux sont prévenus.'
          : 'Le client lit la raison. La pharmacie et le livreur sont prévenus.'}
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
        <Stack gap={12} c="var(--mantine-color-text)">
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
        </Stack>
      </ConfirmDialog>
    </>
  );
}

/** For a supervisor: what the customer asks, to accept or to decline with a reason. */
export function CancelRequest({ order }: { order: Order }) {
  const [opened, setOpened] = useState(false);
  const decide = useDecideCancel(order._id);
  const close = () => setOpened(false);
  const { cancelRequest: request, allowedActions, number, customer, finalAmount } = order;
  if (!request) return null;
  return (
    <>
      <Notice
        tone={request.declined === null ? 'red' : 'neutral'}
        icon={IconCircleX}
        title={request.declined === null ? 'Le client demande l’annulation' : 'Annulation refusée'}
      >
        <span>
          <span>{`${cancelRequestLabels[request.reason]} ·`}</span> <DateTime at={request.at} />
        </span>
        {request.declined === null ? null : <span>{cancelDeclineLabels[request.declined]}</span>}
        {allowedActions.includes('accept-cancel') ? (
          <Button color="red" loading={decide.isPending} onClick={() => setOpened(true)}>
            Accepter
          </Button>
        ) : null}
      </Notice>
      {allowedActions.includes('decline-cancel') ? (
        <ReasonDetails
          summary="Refuser"
          reasons={cancelDeclines}
          labels={cancelDeclineLabels}
          pending={decide.isPending}
          onChoose={(declined) => decide.mutate(declined)}
        >
          Le client en est prévenu.
        </ReasonDetails>
      ) : null}
      <ConfirmDialog
        opened={opened}
        onClose={close}
        question="Annuler et rembourser cette commande ?"
        confirmLabel="Rembourser"
        closeLabel="La garder"
        danger
        pending={decide.isPending}
        onConfirm={() => decide.mutate(null, { onSettled: close })}
      >
        {`${number} · ${customer.name} · ${formatMoney(finalAmount)} à rembourser`}
      </ConfirmDialog>
    </>
  );
}
