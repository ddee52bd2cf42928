import { underWay } from '@amasin/domain/orders/expected.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { orderAgainUrl } from './again.tsx';

/** Whether an order can be ordered again: it is over, and its medicines are known, on this device or to the server. */
export const isOver = (order: Order): boolean =>
  underWay([order]).length === 0 && order.itemsCount > 0 && order.prescription?.items.length !== 0;

export function AgainButton({ order }: { order: Order }) {
  return (
    <Button component={Link} to={orderAgainUrl(order._id)} variant="default" fullWidth>
      Commander à nouveau
    </Button>
  );
}
