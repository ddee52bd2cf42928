import type { Order } from '@amasin/domain/orders/order.ts';
import { IconWallet } from '@tabler/icons-react';
import { OrderStateBadge } from '../../ui/badge/OrderStateBadge.tsx';
import { StateBadge } from '../../ui/badge/StateBadge.tsx';

/** What an order of the customer's own waits for: that they pay it, or else its state. */
export function OwnOrderBadge({ order }: { order: Order }) {
  return order.allowedActions.includes('pay') ? (
    <StateBadge tone="amber" icon={IconWallet} label="À payer" />
  ) : (
    <OrderStateBadge state={order.state} reader="customer" />
  );
}
