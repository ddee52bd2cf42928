import type { UserType } from '@amasin/domain/contract/user-type.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { ActionIcon, Button, Paper, Title } from '@mantine/core';
import { IconArrowLeft, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { EmptyState, QueryState } from '../../ui/feedback.tsx';
import { OrderStateBadge } from '../../ui/OrderStateBadge.tsx';
import { DateTime, Money } from '../../ui/text.tsx';
import { useOrder } from '../api.ts';
import { goneOf } from '../gone.ts';
import styles from './OpenOrder.module.css';
import '@mantine/core/styles/ActionIcon.layer.css';

type Props = {
  id: string;
  reader: UserType;
  onClose: () => void;
  /** Replaces the badge of its state. */
  badge?: (order: Order) => ReactNode;
  /** It replaces the list on a wide screen too. */
  wide?: boolean;
  children: (order: Order) => ReactNode;
};

/** The frame of one order: number, state, button to close it, and its loading and error states. */
export function OpenOrder({ id, reader, onClose, badge, wide = false, children }: Props) {
  const query = useOrder(id);
  const { data: order } = query;
  const back = useRef<HTMLButtonElement>(null);

  // On a phone the list is hidden, and with it the focused row.
  useEffect(() => {
    if (id !== '' && (document.activeElement === null || document.activeElement === document.body))
      back.current?.focus({ preventScroll: true });
  }, [id]);

  return (
    <Paper
      component="section"
      withBorder
      className={styles.order}
      data-wide={wide || undefined}
      aria-label="Commande ouverte"
    >
      <Button
        ref={back}
        className={styles.back}
        variant="subtle"
        leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        onClick={onClose}
      >
        Toutes les commandes
      </Button>
      <ActionIcon
        className={styles.close}
        variant="subtle"
        color="gray"
        onClick={onClose}
        aria-label="Fermer la commande"
      >
        <IconX size={20} aria-hidden="true" />
      </ActionIcon>
      {order === undefined || goneOf(query.error) ? (
        <Missing query={query} onClose={onClose} />
      ) : (
        <>
          <header className={styles.head}>
            <Title order={2} translate="no">
              {order.number}
            </Title>
            {badge?.(order) ?? <OrderStateBadge state={order.state} reader={reader} />}
            <span className={styles.date}>
              <DateTime at={order.date} absolute />
            </span>
          </header>
          {children(order)}
        </>
      )}
    </Paper>
  );
}

function Missing({ query, onClose }: { query: ReturnType<typeof useOrder>; onClose: () => void }) {
  const gone = goneOf(query.error);
  if (gone)
    return (
      <EmptyState
        title={`Commande ${gone.what}`}
        action={
          <Button variant="default" onClick={onClose}>
            Voir toutes les commandes
          </Button>
        }
      >
        {gone.why}
      </EmptyState>
    );
  return <QueryState query={query} rows={5} height={64} />;
}

/** A part of an open order, with its heading. */
export function OrderPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <Title order={3}>{title}</Title>
      {children}
    </section>
  );
}

type MoneyLinesProps = { order: Order };

/** Every amount of the order; the lines add up to the total. */
export function MoneyLines({ order }: MoneyLinesProps) {
  const { medicinesAmount, deliveryFee, commission, insuranceReduction, totalAmount, finalAmount } = order;
  const back = order.givenBack?.reduce((sum, { amount }) => sum + amount, 0);
  const rate = order.insuranceCard?.taux;
  return (
    <dl className={styles.lines}>
      {medicinesAmount === null ? null : <Line label="Médicaments" amount={medicinesAmount} />}
      <Line label="Livraison" amount={deliveryFee} />
      {commission === null ? null : <Line label="Commission" amount={commission} />}
      {insuranceReduction ? (
        <Line
          label={`Réduction assurance${rate === undefined ? '' : ` (${rate}\u00a0%)`}`}
          amount={-insuranceReduction}
        />
      ) : null}
      <div className={styles.line} data-total="true">
        <dt>Montant total</dt>
        <dd>{totalAmount === null ? 'À calculer' : <Money amount={totalAmount} total />}</dd>
      </div>
      <Line label="Montant payé" amount={finalAmount} />
      {back ? <Line label="Rendu" amount={-back} /> : null}
    </dl>
  );
}

function Line({ label, amount }: { label: string; amount: number }) {
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}
