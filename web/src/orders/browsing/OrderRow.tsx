import type { Order } from '@amasin/domain/orders/order.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { OrderStateBadge } from '../../ui/badge/OrderStateBadge.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import styles from './OrderRow.module.css';

type Props = {
  order: Order;
  reader: UserType;
  open: boolean;
  link: Pick<LinkProps, 'to' | 'state' | 'replace'>;
  /** On a desk the list stays where it is while an order opens beside it; on a phone the order takes its place. */
  keepScroll: boolean;
  /** In the place of the badge of its state. */
  badge?: ReactNode;
  /** `OrderCell`s, in the order of the list's columns. */
  children: ReactNode;
};

/** One order of a list: a card on a phone, a row of 44 px on a desk. All of it opens the order; telephones stay links. */
export function OrderRow({ order, reader, open, link, keepScroll, badge, children }: Props) {
  return (
    <li className={styles.row} data-open={open || undefined}>
      <div className={styles.head}>
        <Link
          {...link}
          className={styles.number}
          preventScrollReset={keepScroll}
          aria-current={open ? 'true' : undefined}
          data-order={order._id}
        >
          {order.number}
        </Link>
        <span className={styles.date}>
          <DateTime at={order.date} />
        </span>
      </div>
      <div className={styles.state} data-own={badge ? true : undefined}>
        {badge ?? <OrderStateBadge state={order.state} reader={reader} />}
      </div>
      {children}
    </li>
  );
}

type CellProps = {
  /** Left out where an order stands open beside the list: it is said there. */
  optional?: boolean;
  /** Half a line of a card. */
  half?: boolean;
  end?: boolean;
  children: ReactNode;
};

export function OrderCell({ optional = false, half = false, end = false, children }: CellProps) {
  return (
    <div
      className={styles.cell}
      data-optional={optional || undefined}
      data-half={half || undefined}
      data-end={end || undefined}
    >
      {children}
    </div>
  );
}

type FactProps = {
  /** Said in a card and to screen readers; on a desk the column's heading says it. */
  label: string;
  children: ReactNode;
};

export function OrderFact({ label, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <span className={styles.factLabel}>{label} </span>
      {children}
    </div>
  );
}
