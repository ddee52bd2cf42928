import { IconWallet } from '@tabler/icons-react';
import { OrderStateBadge } from '../../ui/badge/OrderStateBadge.tsx';
import { StateBadge } from '../../ui/badge/StateBadge.tsx';
import type { ListedOrder } from './seen-orders.ts';

/** What an order of the customer's own waits for: that they pay it, or else its state. */
export function OwnOrderBadge({ order }: { order: ListedOrder }) {
  return order.allowedActions.includes('pay') ? (
    <StateBadge tone="amber" icon={IconWallet} label="À payer" />
  ) : (
    <OrderStateBadge state={order.state} reader="customer" />
  );
}
