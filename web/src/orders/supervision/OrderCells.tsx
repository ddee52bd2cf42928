import type { Order } from '@amasin/domain/orders/order.ts';
import type { Person } from '@amasin/domain/users/user.ts';
import { formatNumber } from '../../lib/format/money.ts';
import { Money } from '../../ui/text/Money.tsx';
import { PhoneLink } from '../../ui/text/PhoneLink.tsx';
import { OrderCell, OrderFact } from '../browsing/OrderRow.tsx';
import { PrescriptionLink } from './PrescriptionLink.tsx';
import { roleWords } from './roles.ts';
import styles from './supervision.module.css';

export const headings = [
  'Commande',
  'État',
  'Client',
  'Livraison',
  'Pharmacie, livreur',
  'Médicaments',
  'Total, payé',
] as const;

export const columns = '10.5rem 9.75rem minmax(0, 1.1fr) minmax(0, 1.3fr) minmax(0, 1.2fr) 6.75rem 6.25rem';

/** What a supervisor sees of an order in the list (SPEC 2). */
export function OrderCells({ order }: { order: Order }) {
  const { customer, pharmacy, deliveryPerson } = order;
  return (
    <>
      <OrderCell>
        <div className={styles.person}>{customer.name}</div>
        {customer.phone ? (
          <div>
            <PhoneLink phone={customer.phone} name={customer.name} />
          </div>
        ) : null}
      </OrderCell>
      <OrderCell optional>
        <div>{order.deliveryZone}</div>
        <div>{order.deliveryAddress}</div>
      </OrderCell>
      <OrderCell optional>
        <OrderFact label="Pharmacie :">
          <Assigned person={pharmacy} nobody={roleWords.pharmacy.nobody} />
        </OrderFact>
        <OrderFact label="Livreur :">
          <Assigned person={deliveryPerson} nobody={roleWords.deliveryPerson.nobody} />
        </OrderFact>
      </OrderCell>
      <OrderCell optional half>
        <OrderFact label="Médicaments :">{formatNumber(order.itemsCount)}</OrderFact>
        {order.prescriptionUrl ? <PrescriptionLink order={order} /> : null}
      </OrderCell>
      <OrderCell optional half end>
        <OrderFact label="Total :">
          {order.totalAmount === null ? 'À calculer' : <Money amount={order.totalAmount} />}
        </OrderFact>
        <OrderFact label="Payé :">
          <span className={styles.paid}>
            <Money amount={order.finalAmount} />
          </span>
        </OrderFact>
      </OrderCell>
    </>
  );
}

function Assigned({ person, nobody }: { person: Person | null; nobody: string }) {
  return person === null ? <span className={styles.nobody}>{nobody}</span> : person.name;
}
