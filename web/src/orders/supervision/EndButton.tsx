import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import rowAction from '../browsing/row-action.module.css';
import { useEndOrder } from './api.ts';

/** « Terminer », on the row of a delivered order, without a confirmation. */
export function EndButton({ order }: { order: Order }) {
  const end = useEndOrder();
  return (
    <Button
      className={rowAction.action}
      variant="default"
      // Not `loading`, which would disable the button and lose the focus.
      aria-disabled={end.isPending || undefined}
      onClick={() => {
        if (!end.isPending) end.mutate(order._id);
      }}
      aria-label={`Terminer ${order.number}`}
    >
      {end.isPending ? 'Envoi…' : 'Terminer'}
    </Button>
  );
}
