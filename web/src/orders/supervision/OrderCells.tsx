import type { Order } from '@amasin/domain/orders/order.ts';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/format/money.ts';
import { Cell, Fact } from '../../ui/listing/Rows.tsx';
import { Money } from '../../ui/text/Money.tsx';
import { PhoneLink } from '../../ui/text/PhoneLink.tsx';
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

export const columns = '10.5rem 10.75rem minmax(0, 1.1fr) minmax(0, 1.3fr) minmax(0, 1.2fr) 6.75rem 6.25rem';

/** Cells of an order in the list of a supervisor. */
export function OrderCells({ order }: { order: Order }) {
  const { customer } = order;
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
          <Assigned order={order} who="pharmacy" />
        </Fact>
        <Fact label="Livreur :">
          <Assigned order={order} who="deliveryPerson" />
        </Fact>
      </Cell>
      <Cell optional card="half">
        <Fact label="Médicaments :">
          {formatNumber(order.itemsCount)}
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

/** The name, or a link that opens the order with the dialog to assign someone. */
function Assigned({ order, who }: { order: Order; who: Role }) {
  const linkTo = useOrderWith();
  const person = order[who];
  const { unassigned, assignLabel } = roleLabels[who];
  if (person !== null)
    return who === 'pharmacy' && order.state === 'pending' && order.readyAt !== null
      ? `Prête · ${person.name}`
      : person.name;
  if (assignmentOf(order, who) !== 'assign') return <span className={styles.unassigned}>{unassigned}</span>;
  return (
    <Anchor
      component={Link}
      {...linkTo(order._id, ASSIGN, who)}
      aria-label={`${assignLabel} à ${order.number}`}
    >
      Assigner
    </Anchor>
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
