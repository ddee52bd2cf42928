import type { Order, OrderItem } from '@amasin/domain/orders/order.ts';
import { Text } from '@mantine/core';
import { ItemInstructions, LineAmount, Money } from '../../../ui/text.tsx';
import styles from './Medicines.module.css';

/** What is ordered, and below it what the customer left out. */
export function Medicines({ order }: { order: Order }) {
  // As it is stored on the device, without a network.
  if (order.prescription === undefined)
    return (
      <Text c="dimmed">Ils ne sont pas gardés sur cet appareil : ils s’affichent au retour du réseau.</Text>
    );
  const items = order.prescription?.items ?? [];
  if (items.length === 0) return <Text c="dimmed">Les médicaments ne sont pas encore saisis.</Text>;
  return (
    <>
      <ul className={styles.items}>
        {items.map((line) => (
          <li key={line.medicationId} className={styles.item}>
            <MedicineLine line={line} />
          </li>
        ))}
      </ul>
      {order.leftOut?.length ? (
        <Text c="dimmed" size="sm">
          {`Non pris : ${order.leftOut.map(({ label, quantity }) => `${quantity} × ${label}`).join(', ')}`}
        </Text>
      ) : null}
    </>
  );
}

/** The three columns of a line. */
export function MedicineLine({ line }: { line: OrderItem }) {
  const { label, quantity, price, posology, duration, form, review } = line;
  return (
    <>
      <span className={styles.quantity}>
        <span>{quantity}</span>
        <span aria-hidden="true"> ×</span>
      </span>
      <span>
        <span className={styles.label}>{label}</span>
        <ItemInstructions posology={posology} duration={duration} form={form} review={review} />
      </span>
      <span className={styles.amount}>
        <LineAmount {...line} />
        {quantity > 1 && price > 0 ? (
          <span className={styles.unit}>
            <Money amount={price} /> l’unité
          </span>
        ) : null}
      </span>
    </>
  );
}
