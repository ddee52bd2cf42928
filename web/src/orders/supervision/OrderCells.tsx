import type { Order } from '@amasin/domain/orders/order.ts';
import type { Person } from '@amasin/domain/users/user.ts';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/format/money.ts';
import { Cell, Fact } from '../../ui/listing/Rows.tsx';
import { Money } from '../../ui/text/Money.tsx';
import { PhoneLink } from '../../ui/text/PhoneLink.tsx';
import { useOpenOrder } from '../browsing/use-open-order.ts';
import { prescriptionFile } from '../detail/file-link.ts';
import { roleLabels } from './roles.ts';
import styles from './supervision.module.css';

export const headings = [
  'Commande',
  'État',
  'Client',
  'Livraison',
  'Pharmacie, livreur',
  'Médicaments',
  { end: 'Total, payé' },
];

export const tablet = '10.5rem minmax(0, 1.3fr) minmax(0, 1.2fr) 6.5rem';

export const columns = '10.5rem 10.25rem minmax(0, 1.1fr) minmax(0, 1.3fr) minmax(0, 1.2fr) 6.75rem 6.25rem';

/** Cells of an order in the list of a supervisor (SPEC 2). */
export function OrderCells({ order }: { order: Order }) {
  const { customer, pharmacy, deliveryPerson } = order;
  return (
    <>
      <Cell>
        <div className={styles.person}>{customer.name}</div>
        {customer.phone ? (
          <div>
            <PhoneLink phone={customer.phone} name={customer.name} />
          </div>
        ) : null}
      </Cell>
      <Cell optional>
        <div>{order.deliveryZone}</div>
        <div>{order.deliveryAddress}</div>
      </Cell>
      <Cell optional>
        <Fact label="Pharmacie :">
          <Assigned person={pharmacy} unassigned={roleLabels.pharmacy.unassigned} />
        </Fact>
        <Fact label="Livreur :">
          <Assigned person={deliveryPerson} unassigned={roleLabels.deliveryPerson.unassigned} />
        </Fact>
      </Cell>
      <Cell optional card="half">
        <Fact label="Médicaments :">{formatNumber(order.itemsCount)}</Fact>
        {order.prescriptionUrl ? <PrescriptionLink order={order} /> : null}
      </Cell>
      <Cell optional card="half" end>
        <Fact label="Total :">
          {order.totalAmount === null ? 'À calculer' : <Money amount={order.totalAmount} />}
        </Fact>
        <Fact label="Payé :">
          <span className={styles.paid}>
            <Money amount={order.finalAmount} />
          </span>
        </Fact>
      </Cell>
    </>
  );
}

function Assigned({ person, unassigned }: { person: Person | null; unassigned: string }) {
  return person === null ? <span className={styles.unassigned}>{unassigned}</span> : person.name;
}

/** Opens the order with the file of its prescription. */
function PrescriptionLink({ order }: { order: Order }) {
  const { to, ...link } = useOpenOrder().linkTo(order._id);
  const search = new URLSearchParams(typeof to === 'string' ? to : to.search);
  search.set(prescriptionFile.param, '1');
  return (
    <Anchor
      component={Link}
      to={{ search: search.toString() }}
      {...link}
      preventScrollReset
      aria-label={`Ordonnance physique de ${order.number}`}
    >
      Ordonnance
    </Anchor>
  );
}
