import type { Order } from '@amasin/domain/orders/order.ts';
import { createPortal } from 'react-dom';
import styles from './PackageLabel.module.css';

/** The label of the package, which replaces the page in print: number, first name and medicines, without prices. */
export function PackageLabel({ order }: { order: Order }) {
  const [firstName] = order.customer.name.split(' ');
  return createPortal(
    <div className={styles.label} aria-hidden="true">
      <div className={styles.number}>{order.number}</div>
      <div className={styles.name}>{firstName}</div>
      <ul className={styles.items}>
        {order.prescription?.items.map(({ medicationId, quantity, label }) => (
          <li key={medicationId}>{`${quantity} × ${label}`}</li>
        ))}
      </ul>
    </div>,
    document.body,
  );
}
