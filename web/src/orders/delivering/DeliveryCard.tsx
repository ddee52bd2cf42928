import type { Order } from '@amasin/domain/orders/order.ts';
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { countOf } from '../../lib/format/money.ts';
import { OrderStateBadge } from '../../ui/badge/OrderStateBadge.tsx';
import { OrderClock } from '../browsing/OrderClock.tsx';
import styles from './DeliveryCard.module.css';
import { mapUrl, pinUrl } from './map-url.ts';
import { NextMove } from './NextMove.tsx';
import { Reach } from './Reach.tsx';

type Props = {
  order: Order;
  /** Called after the state changed: the card may leave the list. */
  onMoved: () => void;
};

/** What a courier needs to deliver an order: pharmacy, customer, address, and telephones. */
export function DeliveryCard({ order, onMoved }: Props) {
  const { customer, pharmacy } = order;
  // Once it has been fetched, only the way to the customer matters.
  const { address, position } = (order.state === 'pending' && order.pickup) || {};
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <Title order={2} size="h3">
          {order.number}
        </Title>
        <OrderStateBadge state={order.state} reader="deliveryPerson" />
        <span className={`${styles.quiet} ${styles.date}`}>
          <OrderClock order={order} />
        </span>
      </div>
      <dl className={styles.stops}>
        <Stop
          name="Retrait"
          reach={
            <>
              {pharmacy?.phone ? <Reach kind="call" phone={pharmacy.phone} name={pharmacy.name} /> : null}
              {pharmacy && (position || address) ? (
                <Reach
                  kind="map"
                  // The town of a pharmacy is not known.
                  href={position ? pinUrl(position) : mapUrl(`${pharmacy.name}\n${address}`, '', '')}
                  place={pharmacy.name}
                />
              ) : null}
            </>
          }
        >
          <span className={styles.person}>{pharmacy?.name ?? 'Pharmacie non assignée'}</span>
          {address ? <span className={styles.address}>{address}</span> : null}
          <span className={styles.quiet}>
            {countOf(order.itemsCount, 'médicament')}
            {order.finalAmount > 0 ? ' · déjà payé, rien à encaisser' : null}
          </span>
        </Stop>
        <Stop
          name="Livraison"
          reach={
            <>
              {customer.phone ? <Reach kind="call" phone={customer.phone} name={customer.name} /> : null}
              <Reach
                kind="map"
                href={mapUrl(order.deliveryAddress, order.deliveryZone, order.deliveryTown)}
                place={order.deliveryZone}
              />
            </>
          }
        >
          <span className={styles.person}>{customer.name}</span>
          <span className={styles.zone}>{order.deliveryZone}</span>
          <span className={styles.address}>{order.deliveryAddress}</span>
        </Stop>
      </dl>
      <NextMove order={order} onMoved={onMoved} />
    </li>
  );
}

type StopProps = { name: string; reach: ReactNode; children: ReactNode };

function Stop({ name, reach, children }: StopProps) {
  return (
    <div className={styles.stop}>
      <dt className={styles.quiet}>{name}</dt>
      <dd className={styles.text}>{children}</dd>
      <dd className={styles.reach}>{reach}</dd>
    </div>
  );
}
