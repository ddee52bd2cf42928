import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { Link, type LinkProps } from 'react-router';
import styles from '../../browsing/row-action.module.css';

type Props = {
  order: Order;
  link: Pick<LinkProps, 'to' | 'state' | 'replace' | 'preventScrollReset'>;
};

/** « Lire », on the row of an order whose photograph waits to be read. */
export function ReadLink({ order, link }: Props) {
  return (
    <Button
      component={Link}
      {...link}
      className={styles.action}
      variant="default"
      aria-label={`Lire l’ordonnance de ${order.number}`}
    >
      Lire
    </Button>
  );
}
