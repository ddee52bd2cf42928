import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatMinutes } from '../lib/format.ts';
import { useNow } from '../lib/use-now.ts';
import { OrderStateBadge } from '../ui/OrderStateBadge.tsx';
import { Cell, Row, RowLink } from '../ui/rows.tsx';
import { DateTime } from '../ui/text.tsx';
import type { DialogLink } from '../ui/use-dialog-url.ts';
import cells from './cells.module.css';
import styles from './OrderRow.module.css';

type Clock = {
  /** Minutes since the payment. */
  minutes: number;
  /** From half of the promised time `soon`, from three quarters `urgent`. */
  level: 'calm' | 'soon' | 'urgent' | 'late';
};

/** How long the customer has waited; null for an order that is not paid, or no longer awaited. */
function clockOf(order: Pick<Order, 'state' | 'paidAt' | 'promisedAt'>, now: Date): Clock | null {
  const { state, paidAt, promisedAt } = order;
  if (paidAt === null || promisedAt === null || (state !== 'pending' && state !== 'delivering')) return null;
  const paid = Date.parse(paidAt);
  const waited = Math.max(0, now.getTime() - paid);
  const part = waited / (Date.parse(promisedAt) - paid);
  const level = part > 1 ? 'late' : part >= 0.75 ? 'urgent' : part >= 0.5 ? 'soon' : 'calm';
  return { minutes: Math.floor(waited / 60_000), level };
}

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

type Props = {
  order: Order;
  reader: UserType;
  open: boolean;
  link: DialogLink;
  /** On a wide screen the list keeps its scroll position: the order opens beside it. On a phone the order replaces it. */
  keepScroll: boolean;
  /** Replaces the badge of its state. */
  badge?: ReactNode;
  /** The reader's next action, beside the state. */
  action?: ReactNode;
  /** `Cell`s, in the order of the list's columns. */
  children: ReactNode;
};

/** One order of a list. The whole row opens the order, except its telephone links. */
export function OrderRow({ order, reader, open, link, keepScroll, badge, action, children }: Props) {
  return (
    <Row isCurrent={open} className={styles.row}>
      <Cell card="half">
        <RowLink
          id={order._id}
          {...link}
          preventScrollReset={keepScroll}
          aria-current={open ? 'true' : undefined}
        >
          {order.number}
        </RowLink>
        <div className={styles.date}>
          <OrderClock order={order} />
        </div>
      </Cell>
      <Cell card={badge ? 'half' : 'corner'}>
        <div className={cells.state}>
          {badge ?? <OrderStateBadge state={order.state} reader={reader} />}
          {action}
        </div>
      </Cell>
      {children}
    </Row>
  );
}
