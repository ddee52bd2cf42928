import type { Order } from '@amasin/domain/orders/order.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { OrderStateBadge, StateBadge } from '../../ui/badges.tsx';

/** The state of an order for its pharmacy; « Prête » until it is fetched. */
export function PreparationBadge({ order: { state, readyAt } }: { order: Order }) {
  return state === 'pending' && readyAt !== null ? (
    <StateBadge tone="teal" icon={IconCircleCheck} label="Prête" />
  ) : (
    <OrderStateBadge state={state} reader="pharmacy" />
  );
}
