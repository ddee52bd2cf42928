import type { Order } from '@amasin/domain/orders/order.ts';
import type { LinkProps } from 'react-router';
import { countOf } from '../../lib/format.ts';
import { OrderStateBadge } from '../../ui/badges.tsx';
import { Cell, Row, RowLink } from '../../ui/rows.tsx';
import { DateTime, Money } from '../../ui/text.tsx';
import styles from './history.module.css';

type Props = {
  order: Order;
  link: Pick<LinkProps, 'to' | 'state' | 'replace' | 'preventScrollReset'>;
  /** Open beside the list. */
  open?: boolean;
};

/** Columns of a line on a wide screen. */
export const columns = '9rem 10rem minmax(0, 1fr) 8.5rem 6.5rem';

/** One of the customer's own orders. The whole row opens the order. */
export function OrderLine({ order, link, open = false }: Props) {
  const isPayable = order.allowedActions.includes('pay') && order.insuranceCard?.awaited !== true;
  return (
    <Row isCurrent={open} className={isPayable ? styles.payable : undefined}>
      <Cell card="half">
        <RowLink id={order._id} {...link} aria-current={open ? 'true' : undefined}>
          {order.number}
        </RowLink>
      </Cell>
      <Cell card="corner">
        <OrderStateBadge state={order.state} reader="customer" />
      </Cell>
      <Cell quiet>
        <DateTime at={order.date} />
      </Cell>
      <Cell card="half" quiet>
        {order.itemsCount > 0 ? countOf(order.itemsCount, 'médicament') : 'Ordonnance à lire'}
      </Cell>
      <Cell card="half" end>
        {isPayable ? <span className={styles.due}>À payer </span> : null}
        <strong>{order.totalAmount === null ? 'À calculer' : <Money amount={order.totalAmount} />}</strong>
      </Cell>
    </Row>
  );
}
