import type { Order } from '@amasin/domain/orders/order.ts';
import { IconClock } from '@tabler/icons-react';
import { formatMinutes } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { DateTime } from '../../ui/text.tsx';
import { clockOf } from './clock.ts';
import styles from './OrderClock.module.css';

/** Since when the customer waits for a paid order; the date of any other order. */
export function OrderClock({ order }: { order: Order }) {
  const clock = clockOf(order, useNow());
  if (clock === null) return <DateTime at={order.date} />;
  const waited = formatMinutes(clock.minutes);
  return (
    <span className={styles.clock} data-level={clock.level}>
      <IconClock size={16} stroke={2} aria-hidden="true" />
      <time dateTime={order.paidAt ?? undefined} title={`Payée il y a ${waited}`}>
        {clock.level === 'late' ? `${waited}, en retard` : waited}
      </time>
    </span>
  );
}
