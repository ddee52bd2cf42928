import type { Order } from '@amasin/domain/orders/order.ts';
import { formatNumber } from '../../lib/format/money.ts';
import { OrderCell, OrderFact } from '../browsing/OrderRow.tsx';
import styles from './treating.module.css';

export const headings = ['Commande', 'État', 'Client', 'Assurance', 'Attribution', 'Médicaments'] as const;

export const columns = '10.5rem 12.5rem minmax(0, 1fr) 9rem 7.5rem 7rem';

/** What a pharmacist sees of an order in the list; a card leaves out what is nothing. */
export function TreatingCells({ order }: { order: Order }) {
  const { customer, agent, insuranceCard: card, itemsCount } = order;
  return (
    <>
      <OrderCell>
        <div className={styles.person}>{customer.name}</div>
        <OrderFact label="Livraison :">{order.deliveryZone}</OrderFact>
      </OrderCell>
      <OrderCell optional>
        {card ? (
          <OrderFact label="Assurance :">
            {card.taux}&nbsp;%, {card.verified ? 'vérifiée' : 'à vérifier'}
          </OrderFact>
        ) : null}
      </OrderCell>
      <OrderCell optional half>
        <OrderFact label="Attribution :">
          {agent === null ? <span className={styles.nobody}>Non assignée</span> : 'À vous'}
        </OrderFact>
      </OrderCell>
      <OrderCell optional half end>
        {itemsCount === 0 ? null : <OrderFact label="Médicaments :">{formatNumber(itemsCount)}</OrderFact>}
      </OrderCell>
    </>
  );
}
