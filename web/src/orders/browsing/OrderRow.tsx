import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { OrderStateBadge } from '../../ui/badges.tsx';
import { Cell, Row, RowLink } from '../../ui/rows.tsx';
import { OrderClock } from './OrderClock.tsx';
import styles from './OrderRow.module.css';
import rowAction from './row-action.module.css';

type Props = {
  order: Order;
  reader: UserType;
  open: boolean;
  link: Pick<LinkProps, 'to' | 'state' | 'replace'>;
  /** On a wide screen the list keeps its scroll position: the order opens beside it. On a phone the order replaces it. */
  keepScroll: boolean;
  /** Replaces the badge of its state. */
  badge?: ReactNode;
  /** What the reader can do next, beside the state. */
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
        <div className={rowAction.state}>
          {badge ?? <OrderStateBadge state={order.state} reader={reader} />}
          {action}
        </div>
      </Cell>
      {children}
    </Row>
  );
}
