import { formatMoney } from '@amasin/domain/contract/format.ts';
import { underWay } from '@amasin/domain/orders/expected.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Paper, Title } from '@mantine/core';
import { Link } from 'react-router';
import { OrderStateBadge } from '../../../ui/badges.tsx';
import { Progress } from '../Progress.tsx';
import { NextStep } from './NextStep.tsx';
import styles from './UnderWay.module.css';

/** All others are in the list below. */
const SHOWN = 2;

/** The customer's orders that are not delivered yet, the most urgent first; nothing without any. */
export function UnderWay({ orders }: { orders: readonly Order[] }) {
  const shown = underWay(orders).slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <section className={styles.orders} aria-label="En cours">
      {shown.map((order) => (
        <UnderWayCard key={order._id} order={order} />
      ))}
    </section>
  );
}

function UnderWayCard({ order }: { order: Order }) {
  const isPayable = order.allowedActions.includes('pay') && order.totalAmount !== null;
  return (
    <Paper component="article" className={styles.card} withBorder aria-label={`Commande ${order.number}`}>
      <header className={styles.head}>
        <Title order={2} size="h4">
          {order.number}
        </Title>
        <OrderStateBadge state={order.state} reader="customer" />
      </header>
      <NextStep order={order} />
      <Button
        component={Link}
        to={`/tracking?order=${order._id}`}
        fullWidth
        {...(isPayable ? { color: 'soleil' } : { variant: 'default' })}
        aria-label={
          isPayable
            ? `Payer ${formatMoney(order.totalAmount ?? 0)}, commande ${order.number}`
            : `Suivre la commande ${order.number}`
        }
      >
        {isPayable ? `Payer ${formatMoney(order.totalAmount ?? 0)}` : 'Suivre la commande'}
      </Button>
      <Progress state={order.state} />
    </Paper>
  );
}
