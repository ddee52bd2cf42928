import type { Order } from '@amasin/domain/orders/order.ts';
import { Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { OrderStateBadge } from '../../ui/badges.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { DateTime } from '../../ui/text.tsx';
import { AskCancel } from '../cancelling/AskCancel.tsx';
import { CancelOrder } from '../cancelling/CancelOrder.tsx';
import { AddressText, Fact, Facts } from '../detail/Facts.tsx';
import type { FileLinkSlot } from '../detail/file-link.ts';
import { PersonLine } from '../detail/PersonLine.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import { AgainButton, isOver } from '../ordering/again/AgainButton.tsx';
import { OrderContents } from './contents/OrderContents.tsx';
import { Part } from './contents/Part.tsx';
import { HelpButton } from './help/HelpButton.tsx';
import { Progress } from './Progress.tsx';
import styles from './tracking.module.css';
import { NextStep } from './under-way/NextStep.tsx';

// Few orders are cancelled, and it brings the validation of forms.
const CancelledNotice = lazyWithRetry(
  () => import('../cancelling/CancelledNotice.tsx').then((module) => module.CancelledNotice),
  { height: 96 },
);

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
          <CancelledNotice
            reason={order.cancelReason}
            reader="customer"
            takesFocus={isCancelledNow}
            refund={order.refund}
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
      <OrderContents order={order} fileLink={fileLink} />
      {order.allowedActions.includes('cancel') ? (
        <CancelOrder order={order} onCancelled={() => setCancelledNow(true)} />
      ) : null}
      {order.state === 'pending' ? <AskCancel order={order} /> : null}
      <History key={order._id} orderId={order._id} />
    </>
  );
}

/** The timeline of the order, loaded when opened. */
function History({ orderId }: { orderId: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={styles.history} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={styles.summary}>Historique de la commande</summary>
      {opened ? <Timeline orderId={orderId} reader="customer" /> : null}
    </details>
  );
}
