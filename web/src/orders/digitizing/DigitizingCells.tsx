import { formatNumber } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Cell, Fact } from '../../ui/rows.tsx';
import styles from './digitizing.module.css';

export const headings = ['Commande', 'État', 'Client', 'Assurance', 'Attribution', { end: 'Médicaments' }];

export const tablet = '12.5rem minmax(0, 1fr) minmax(0, 1fr)';

export const columns = '10.5rem 16.5rem minmax(0, 1fr) 9rem 7.5rem 7rem';

/** Cells of an order in the list of a pharmacist; a card omits empty ones. */
export function DigitizingCells({ order }: { order: Order }) {
  const { customer, agent, insuranceCard: card, itemsCount } = order;
  return (
    <>
      <Cell>
        <div className={styles.person}>{customer.name}</div>
        <Fact label="Livraison :">{order.deliveryZone}</Fact>
      </Cell>
      <Cell optional>
        {card ? (
          <Fact label="Assurance :">
            {`${card.taux}\u00a0%, ${card.verified ? 'vérifiée' : 'à vérifier'}`}
          </Fact>
        ) : null}
      </Cell>
      <Cell optional>
        <Fact label="Attribution :">
          {agent === null ? <span className={styles.unassigned}>Non assignée</span> : 'À vous'}
        </Fact>
      </Cell>
      <Cell optional end>
        {itemsCount === 0 ? null : <Fact label="Médicaments :">{formatNumber(itemsCount)}</Fact>}
      </Cell>
    </>
  );
}
