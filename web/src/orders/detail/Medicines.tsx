import type { Order } from '@amasin/domain/orders/order.ts';
import { Text } from '@mantine/core';
import { Money } from '../../ui/text/Money.tsx';
import styles from './Medicines.module.css';

type Props = {
  order: Order;
  /** Large enough to read at a distance, while preparing at the shelf. */
  large?: boolean;
};

export function Medicines({ order, large = false }: Props) {
  const items = order.prescription?.items ?? [];
  if (items.length === 0) return <Text c="dimmed">Les médicaments ne sont pas encore saisis.</Text>;
  return (
    <ul className={styles.items} data-large={large || undefined}>
      {items.map(({ medicationId, label, quantity, price }) => (
        <li key={medicationId} className={styles.item}>
          <span className={styles.quantity}>
            {quantity}
            <span aria-hidden="true"> ×</span>
          </span>
          <span className={styles.label}>{label}</span>
          <span className={styles.amount}>
            <Money amount={price * quantity} />
            {quantity > 1 ? (
              <span className={styles.unit}>
                <Money amount={price} /> l’unité
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
