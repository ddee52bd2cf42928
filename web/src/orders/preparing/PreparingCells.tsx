import type { Order } from '@amasin/domain/orders/order.ts';
import { countOf } from '../../lib/format.ts';
import { Cell, Fact } from '../../ui/rows.tsx';
import { Money } from '../../ui/text.tsx';
import styles from './preparing.module.css';

export const headings = [
  'Commande',
  'État',
  'Client',
  'Livreur',
  'À préparer',
  { end: 'Médicaments, total' },
];

export const tablet = '10.5rem minmax(0, 1fr) minmax(0, 1.3fr)';

export const columns = '9.9rem 9.9rem minmax(0, 1.15fr) minmax(0, 0.9fr) minmax(0, 1.75fr) 9.25rem';

/** Cells of an order in the list of a pharmacy. */
export function PreparingCells({ order }: { order: Order }) {
  const { customer, deliveryPerson, medicinesAmount, totalAmount } = order;
  return (
    <>
      <Cell>
        <div className={styles.person}>{customer.name}</div>
        <div>{countOf(order.itemsCount, 'médicament')}</div>
      </Cell>
      <Cell optional>
        <Fact label="Livreur :">
          {deliveryPerson?.name ?? <span className={styles.unassigned}>Non assigné</span>}
        </Fact>
      </Cell>
      <Cell optional>
        {(order.prescription?.items ?? []).slice(0, 2).map(({ medicationId, quantity, label }) => (
          <div key={medicationId}>{`${quantity} × ${label}`}</div>
        ))}
      </Cell>
      <Cell optional end>
        {medicinesAmount === null ? null : (
          <Fact label="Médicaments :">
            <Money amount={medicinesAmount} />
          </Fact>
        )}
        {totalAmount === null ? null : (
          <Fact label="Total :">
            <Money amount={totalAmount} />
          </Fact>
        )}
      </Cell>
    </>
  );
}
