import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { cancelDeclineLabels, cancelDeclines, cancelRequestLabels } from '@amasin/domain/orders/reasons.ts';
import { Button } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ReasonDetails } from '../../ui/ReasonDetails.tsx';
import { DateTime } from '../../ui/text.tsx';
import { useDecideCancel } from './api.ts';

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
