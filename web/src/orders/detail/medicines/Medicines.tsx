import type { Order } from '@amasin/domain/orders/order.ts';
import { Text } from '@mantine/core';
import { ItemInstructions } from '../../../ui/text/ItemInstructions.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import styles from './Medicines.module.css';

export function Medicines({ order }: { order: Order }) {
  const items = order.prescription?.items ?? [];
  if (items.length === 0) return <Text c="dimmed">Les médicaments ne sont pas encore saisis.</Text>;
  return (
    <ul className={styles.items}>
      {items.map(({ medicationId, label, quantity, price, posology, duration }) => (
        <li key={medicationId} className={styles.item}>
          <span className={styles.quantity}>
            {quantity}
            <span aria-hidden="true"> ×</span>
          </span>
          <span>
            <span className={styles.label}>{label}</span>
            <ItemInstructions posology={posology} duration={duration} />
          </span>
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
