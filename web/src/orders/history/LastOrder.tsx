import type { Order } from '@amasin/domain/orders/order.ts';
import { Paper, Text } from '@mantine/core';
import { countOf } from '../../lib/format.ts';
import { DateTime } from '../../ui/text.tsx';
import { AgainButton, isOver } from '../ordering/again/AgainButton.tsx';
import styles from './history.module.css';

/** The latest delivered order, to be ordered again; nothing without one. */
export function LastOrder({ orders }: { orders: readonly Order[] }) {
  const last = orders.find((order) => order.state !== 'cancelled' && isOver(order));
  if (last === undefined) return null;
  return (
    <Paper component="section" withBorder className={styles.last} aria-label="Dernière commande">
      <Text component="p" size="xs" m={0}>
        <strong>{countOf(last.itemsCount, 'médicament')}</strong>, <DateTime at={last.date} />
        <span>{`, ${last.deliveryAddress}`}</span>
      </Text>
      <AgainButton order={last} />
    </Paper>
  );
}
