import type { Order } from '@amasin/domain/orders/order.ts';
import { countOf } from '../../lib/format/money.ts';
import { Money } from '../../ui/text/Money.tsx';
import { OrderCell, OrderFact } from '../browsing/OrderRow.tsx';
import styles from './preparing.module.css';

export const headings = [
  'Commande',
  'État',
  'Client',
  'Livreur',
  'À préparer',
  'Médicaments, total',
] as const;

export const columns = '10.5rem 9.75rem minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.4fr) 10rem';

/** What a pharmacy sees of an order in the list. */
export function PreparingCells({ order }: { order: Order }) {
  const { customer, deliveryPerson, medicinesAmount, totalAmount } = order;
  return (
    <>
      <OrderCell>
        <div className={styles.person}>{customer.name}</div>
        <div>{countOf(order.itemsCount, 'médicament')}</div>
      </OrderCell>
      <OrderCell optional>
        <OrderFact label="Livreur :">
          {deliveryPerson?.name ?? <span className={styles.nobody}>Non assigné</span>}
        </OrderFact>
      </OrderCell>
      <OrderCell optional>
        {(order.prescription?.items ?? []).slice(0, 2).map(({ medicationId, quantity, label }) => (
          <div key={medicationId}>
            {quantity} × {label}
          </div>
        ))}
      </OrderCell>
      <OrderCell optional end>
        {medicinesAmount === null ? null : (
          <OrderFact label="Médicaments :">
            <Money amount={medicinesAmount} />
          </OrderFact>
        )}
        {totalAmount === null ? null : (
          <OrderFact label="Total :">
            <Money amount={totalAmount} />
          </OrderFact>
        )}
      </OrderCell>
    </>
  );
}
