import type { Order } from '@amasin/domain/orders/order.ts';
import { isShortage, orderProblemLabels } from '@amasin/domain/orders/reasons.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Notice } from '../../ui/Notice.tsx';
import { DateTime } from '../../ui/text.tsx';
import { useSolveProblem } from './api.ts';

/** Why the courier cannot deliver the order, or the pharmacy not prepare it, until a supervisor has solved it. */
export function OrderProblem({ order }: { order: Order }) {
  const solve = useSolveProblem();
  if (!order.problem) return null;
  const { reason, note, at } = order.problem;
  return (
    <Notice tone="red" icon={IconAlertTriangle} title={orderProblemLabels[reason]}>
      {note === null ? null : <span>{note}</span>}
      <span>
        <span>{`${(isShortage(reason) ? order.pharmacy?.name : order.deliveryPerson?.name) ?? 'Livreur'} ·`}</span>{' '}
        <DateTime at={at} />
      </span>
      {order.allowedActions.includes('solve-problem') ? (
        <Button variant="default" loading={solve.isPending} onClick={() => solve.mutate(order._id)}>
          C’est réglé
        </Button>
      ) : null}
    </Notice>
  );
}
