import type { Order } from '@amasin/domain/orders/order.ts';
import { Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { OrderStateBadge } from '../../ui/badge/OrderStateBadge.tsx';
import { LazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import { AddressText, Fact, Facts } from '../detail/Facts.tsx';
import type { FileLinkSlot } from '../detail/file-link.ts';
import { PersonLine } from '../detail/PersonLine.tsx';
import { AgainButton, isOver } from '../ordering/again/AgainButton.tsx';
import { Part } from './contents/Part.tsx';
import { HelpButton } from './help/HelpButton.tsx';
import { Progress } from './Progress.tsx';
import styles from './tracking.module.css';
import { NextStep } from './under-way/NextStep.tsx';

type Props = {
  order: Order;
  fileLink: FileLinkSlot;
  /** Renders why the photograph cannot be read, and the picker of another one. */
  photo: (order: Order) => ReactNode;
  /** The payment. */
  children: ReactNode;
};

/** An order as its customer sees it. */
export function OrderFollowed({ order, fileLink, photo, children }: Props) {
  const [isCancelledNow, setCancelledNow] = useState(false);
  return (
    <>
      <header className={styles.head}>
        <Title order={2} translate="no">
          {order.number}
        </Title>
        <OrderStateBadge state={order.state} reader="customer" />
        <span className={styles.date}>
          <DateTime at={order.date} absolute />
        </span>
      </header>
      {order.cancelReason === null ? (
        <Progress state={order.state} />
      ) : (
        <div className={styles.pay}>
          <LazyComponent
            load={loadCancelled}
            height={72}
            props={{
              reason: order.cancelReason,
              reader: 'customer' as const,
              takesFocus: isCancelledNow,
              refund: order.refund,
            }}
          />
        </div>
      )}
      {order.photoProblem ? (
        <div className={styles.pay}>{photo(order)}</div>
      ) : order.allowedActions.includes('pay') || order.state === 'cancelled' ? null : (
        <div className={styles.pay}>
          <NextStep order={order} />
        </div>
      )}
      {children}
      {isOver(order) ? (
        <div className={styles.pay}>
          <AgainButton order={order} />
        </div>
      ) : null}
      <div className={styles.pay}>
        <HelpButton order={order} />
      </div>
      <Part title="Livraison">
        <Facts>
          {order.state === 'cancelled' ? null : (
            <>
              <PersonLine part="Pharmacie" person={order.pharmacy} unassigned="Pas encore choisie" />
              <PersonLine part="Livreur" person={order.deliveryPerson} unassigned="Pas encore choisi" />
            </>
          )}
          <Fact name="Adresse">
            <AddressText zone={order.deliveryZone} address={order.deliveryAddress} />
          </Fact>
        </Facts>
      </Part>
      <LazyComponent load={loadContents} height={160} props={{ order, fileLink }} />
      {order.allowedActions.includes('cancel') ? (
        <LazyComponent
          load={loadCancel}
          height={44}
          props={{ order, onCancelled: () => setCancelledNow(true) }}
        />
      ) : null}
      {order.state === 'pending' ? <LazyComponent load={loadAsk} height={44} props={{ order }} /> : null}
      <History key={order._id} orderId={order._id} />
    </>
  );
}

const loadCancelled = () =>
  import('../cancelling/CancelledNotice.tsx').then(({ CancelledNotice }) => CancelledNotice);
const loadCancel = () => import('../cancelling/CancelOrder.tsx').then(({ CancelOrder }) => CancelOrder);
const loadAsk = () => import('../cancelling/AskCancel.tsx').then(({ AskCancel }) => AskCancel);
const loadContents = () => import('./contents/OrderContents.tsx').then(({ OrderContents }) => OrderContents);
const loadTimeline = () => import('../detail/Timeline.tsx').then(({ Timeline }) => Timeline);

/** The timeline of the order, loaded when opened. */
function History({ orderId }: { orderId: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={styles.history} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={styles.summary}>Historique de la commande</summary>
      {opened ? (
        <LazyComponent load={loadTimeline} height={160} props={{ orderId, reader: 'customer' as const }} />
      ) : null}
    </details>
  );
}
