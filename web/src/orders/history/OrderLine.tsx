import { Link, type LinkProps } from 'react-router';
import { countOf } from '../../lib/format/money.ts';
import { OrderStateBadge } from '../../ui/badge/OrderStateBadge.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import { Money } from '../../ui/text/Money.tsx';
import styles from './OrderLine.module.css';
import type { ListedOrder } from './seen-orders.ts';

type Props = {
  order: ListedOrder;
  link: Pick<LinkProps, 'to' | 'state' | 'replace'>;
  /** It stands open beside the list. */
  open?: boolean;
  /** Beside an open order there is no room for columns. */
  narrow?: boolean;
};

/** One of the customer's own orders: a card on a phone, a row on a desk. All of it opens the order. */
export function OrderLine({ order, link, open = false, narrow = false }: Props) {
  const isPayable = order.allowedActions.includes('pay');
  return (
    <li
      className={styles.line}
      data-open={open || undefined}
      data-narrow={narrow || undefined}
      data-payable={isPayable || undefined}
    >
      <Link
        {...link}
        className={styles.number}
        preventScrollReset={narrow}
        aria-current={open ? 'true' : undefined}
        data-order={order._id}
      >
        {order.number}
      </Link>
      <span className={styles.state}>
        <OrderStateBadge state={order.state} reader="customer" />
      </span>
      <span className={styles.date}>
        <DateTime at={order.date} />
      </span>
      <span className={styles.count}>
        {order.itemsCount > 0 ? countOf(order.itemsCount, 'médicament') : 'Ordonnance à lire'}
      </span>
      <span className={styles.total}>
        {isPayable ? <span className={styles.due}>À payer</span> : null}
        {order.totalAmount === null ? 'À calculer' : <Money amount={order.totalAmount} />}
      </span>
    </li>
  );
}
