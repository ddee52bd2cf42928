import { formatNumber } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Cell, Fact } from '../../ui/rows.tsx';
import { Money, PhoneLink } from '../../ui/text.tsx';
import { prescriptionFile } from '../detail/file-link.ts';
import { canRead } from '../digitizing/queue/queue.ts';
import { ASSIGN, assignmentOf, type Role, roleLabels, TREAT } from './roles.ts';
import styles from './supervision.module.css';
import { useOrderWith } from './use-order-with.ts';

export const headings = [
  'Commande',
  'État',
  'Client',
  'Livraison',
  'Pharmacie, livreur',
  'Médicaments',
  { end: 'Total, payé' },
];

export const tablet = '10.5rem minmax(0, 1.3fr) minmax(0, 1.2fr) 8rem';

// A name of twenty letters is whole at 1280 px; what is wider goes to the delivery.
export const columns =
  '9.9rem 9.9rem minmax(10.8rem, 0.6fr) minmax(0, 1fr) minmax(10.2rem, 0.4fr) 6.7rem 5.5rem';

/** Cells of an order in the list of a supervisor. */
export function OrderCells({ order }: { order: Order }) {
  const { customer } = order;
  return (
    <>
      <Cell>
        <div className={styles.person} title={customer.name}>
          {customer.name}
        </div>
        {customer.phone ? (
          <div>
            <PhoneLink phone={customer.phone} name={customer.name} />
          </div>
        ) : null}
      </Cell>
      <Cell optional>
        <div title={order.deliveryZone}>{order.deliveryZone}</div>
        <div title={order.deliveryAddress}>{order.deliveryAddress}</div>
      </Cell>
      <Cell optional>
        <Fact label="Pharmacie :">
          <Assigned order={order} who="pharmacy" />
        </Fact>
        <Fact label="Livreur :">
          <Assigned order={order} who="deliveryPerson" />
        </Fact>
      </Cell>
      <Cell optional card="half">
        <Fact label="Médicaments :">
          <span>{formatNumber(order.itemsCount)}</span>
          {canRead(order) ? <ReadLink order={order} /> : null}
        </Fact>
        {order.prescriptionUrl && !canRead(order) ? <PrescriptionLink order={order} /> : null}
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

/** The name, or that nobody is assigned, with a link that opens the order with the dialog to assign someone. */
function Assigned({ order, who }: { order: Order; who: Role }) {
  const linkTo = useOrderWith();
  const person = order[who];
  const { unassigned, assignLabel } = roleLabels[who];
  if (person !== null) {
    const isReady = who === 'pharmacy' && order.state === 'pending' && order.readyAt !== null;
    return <span translate="no">{isReady ? `Prête · ${person.name}` : person.name}</span>;
  }
  if (assignmentOf(order, who) !== 'assign') return <span className={styles.unassigned}>{unassigned}</span>;
  return (
    <>
      <span className={styles.unassigned}>{unassigned}</span>{' '}
      <Anchor
        component={Link}
        {...linkTo(order._id, ASSIGN, who)}
        aria-label={`${assignLabel} à ${order.number}`}
      >
        Assigner
      </Anchor>
    </>
  );
}

/** Opens the reading of an unread order, which shows its photograph. */
function ReadLink({ order }: { order: Order }) {
  return (
    <Anchor
      component={Link}
      {...useOrderWith()(order._id, TREAT, '1')}
      className={styles.read ?? ''}
      aria-label={`Lire l’ordonnance de ${order.number}`}
    >
      Lire
    </Anchor>
  );
}

/** Opens the order with the file of its prescription. */
function PrescriptionLink({ order }: { order: Order }) {
  return (
    <Anchor
      component={Link}
      {...useOrderWith()(order._id, prescriptionFile.param, '1')}
      aria-label={`Ordonnance physique de ${order.number}`}
    >
      Ordonnance
    </Anchor>
  );
}
