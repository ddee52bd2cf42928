import type { Order } from '@amasin/domain/orders/order.ts';
import { countOf } from '../../lib/format/money.ts';
import { OrderCell, OrderFact } from '../browsing/OrderRow.tsx';
import styles from './treating.module.css';

export const headings = ['Commande', 'État', 'Client', 'Livraison', 'Attribution', 'Assurance'] as const;

export const columns = '10.5rem 11.5rem minmax(0, 1.2fr) minmax(0, 1.4fr) minmax(0, 1fr) minmax(0, 1fr)';

/** What a pharmacist sees of an order in the list. */
export function TreatingCells({ order }: { order: Order }) {
  const { customer, agent, insuranceCard: card } = order;
  return (
    <>
      <OrderCell>
        <div className={styles.person}>{customer.name}</div>
        {order.itemsCount === 0 ? null : <div>{countOf(order.itemsCount, 'médicament')}</div>}
      </OrderCell>
      <OrderCell>
        <OrderFact label="Livraison :">{order.deliveryZone}</OrderFact>
      </OrderCell>
      <OrderCell optional>
        <OrderFact label="Attribution :">
          {agent === null ? <span className={styles.nobody}>Non assignée</span> : 'Assignée à vous'}
        </OrderFact>
      </OrderCell>
      <OrderCell optional>
        <OrderFact label="Assurance :">
          {card ? `${card.taux} %, ${card.verified ? 'vérifiée' : 'à vérifier'}` : 'Sans'}
        </OrderFact>
      </OrderCell>
    </>
  );
}
