import { formatClock } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { orderProblemLabels } from '@amasin/domain/orders/reasons.ts';
import { Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { countOf } from '../../lib/format.ts';
import { OrderStateBadge } from '../../ui/badges.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OrderClock } from '../browsing/OrderClock.tsx';
import styles from './DeliveryCard.module.css';
import { mapUrl, pinUrl } from './map-url.ts';
import { afterMoves } from './moves/moves.ts';
import type { useMoves } from './moves/use-moves.ts';
import { NextMove } from './NextMove.tsx';
import { Reach } from './Reach.tsx';
import { ReportProblem } from './ReportProblem.tsx';

type Props = { order: Order; moves: ReturnType<typeof useMoves> };

/** What a courier needs to deliver an order: pharmacy, customer, address, and telephones. */
export function DeliveryCard({ order: stored, moves }: Props) {
  const order = afterMoves(stored, moves.unsent);
  const unsent = moves.unsent.findLast(({ orderId, refusal }) => orderId === order._id && refusal === null);
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
            {order.state === 'pending' && order.readyAt !== null ? (
              <strong>{`Prête depuis ${formatClock(new Date(order.readyAt))} · `}</strong>
            ) : null}
            <span>{`${countOf(order.itemsCount, 'médicament')}${order.finalAmount > 0 ? ' · déjà payé, rien à encaisser' : ''}`}</span>
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
      {order.problem ? (
        <Notice tone="amber" icon={IconAlertTriangle} title={orderProblemLabels[order.problem.reason]}>
          <span>{order.problem.note ?? 'Le superviseur s’en occupe.'}</span>
        </Notice>
      ) : null}
      <NextMove
        order={order}
        unsent={unsent}
        onMove={(to) => moves.add(stored, { to })}
        onUndo={moves.remove}
      />
      {order.allowedActions.includes('report-problem') && !order.problem ? (
        <ReportProblem onReport={(reason, note) => moves.add(stored, { reason, note })} />
      ) : null}
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
