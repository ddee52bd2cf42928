import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Paper, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { EmptyState, QueryState } from '../../ui/feedback.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { CountLine, ListState, MoreButton } from '../../ui/listing.tsx';
import { OrderStateBadge } from '../../ui/OrderStateBadge.tsx';
import { Rows } from '../../ui/rows.tsx';
import { DateTime } from '../../ui/text.tsx';
import type { DialogLink } from '../../ui/use-dialog-url.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { type OrdersInList, useOrder } from '../api.ts';
import { AskCancel, CancelOrder } from '../cancelling.tsx';
import { AddressText, Fact, Facts, InsuranceFact, PersonLine, PrescriptionFacts } from '../detail/facts.tsx';
import { Medicines } from '../detail/Medicines.tsx';
import { MoneyLines } from '../detail/OpenOrder.tsx';
import { ReceiptButton } from '../detail/ReceiptButton.tsx';
import { columns, OrderLine } from '../history/RecentOrders.tsx';
import { AgainButton, isOver } from '../ordering/AgainButton.tsx';
import { HelpButton } from './HelpButton.tsx';
import { PayBox } from './PayBox.tsx';
import styles from './tracking.module.css';
import { NextStep, Progress } from './UnderWay.tsx';

type Props = {
  list: ReactNode;
  /** The order beside the list, if any. */
  order: ReactNode | null;
  /** The customer opened the order: on a phone it replaces the list. */
  isSelected: boolean;
};

/** List on the left, order on the right; on a phone one at a time. */
export function TrackingPanes({ list, order, isSelected }: Props) {
  return (
    <div
      className={styles.panes}
      data-selected={isSelected || undefined}
      data-shown={order !== null || undefined}
    >
      <div className={`${styles.pane} ${styles.listPane}`}>{list}</div>
      {order === null ? null : <div className={`${styles.pane} ${styles.orderPane}`}>{order}</div>}
    </div>
  );
}

type TrackedOrdersProps = {
  list: OrdersInList;
  /** Id of the order shown beside the list. */
  shownId: string | null;
  linkTo: (id: string) => DialogLink;
  empty: ReactNode;
};

/** All orders of the customer, the most recent first. On a wide screen the list scrolls on its own. */
export function TrackedOrders({ list, shownId, linkTo, empty }: TrackedOrdersProps) {
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey } = useRowKeys({ list: rows });
  return (
    <ListState list={list} empty={empty} height={104}>
      <CountLine list={list} noun="commande" failed="Erreur lors du chargement des commandes" />
      <div className={styles.scroll}>
        <Rows label="Mes commandes" list={list} columns={columns} ref={rows} onKeyDown={onListKey}>
          {list.rows.map((order) => (
            <OrderLine
              key={order._id}
              order={order}
              link={{ ...linkTo(order._id), preventScrollReset: true }}
              open={order._id === shownId}
            />
          ))}
        </Rows>
        <MoreButton list={list} />
      </div>
    </ListState>
  );
}

/** A titled part of an order. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <Title order={3}>{title}</Title>
      {children}
    </section>
  );
}

/** The prescription, the insurance card, the medicines, the amounts and the receipt. */
function OrderContents({ order }: { order: Order }) {
  return (
    <>
      {hasPapers(order) ? (
        <Part title="Ordonnance et assurance">
          <Facts>
            <PrescriptionFacts order={{ ...order, transactionId: null }} fileLabel="Voir l’ordonnance" />
            <InsuranceFact order={order} />
          </Facts>
        </Part>
      ) : null}
      <Part title="Médicaments">
        {order.allowedActions.includes('leave-out') ? (
          <ChooseMedicines order={order} />
        ) : (
          <Medicines order={order} />
        )}
      </Part>
      <Part title="Montants">
        <MoneyLines order={order} />
        <ReceiptButton order={order} />
      </Part>
    </>
  );
}

function hasPapers({ prescription, prescriptionUrl, insuranceCard }: Order): boolean {
  return Boolean(prescription?.prescriptionNumber || prescriptionUrl || insuranceCard);
}

// Lazy: only an order that is read and not paid has a choice.
const ChooseMedicines = lazyWithRetry(
  () => import('../detail/ChooseMedicines.tsx').then((module) => module.ChooseMedicines),
  { height: 160 },
);

// Lazy: few orders are cancelled, and it imports zod.
const CancelledNotice = lazyWithRetry(
  () => import('../CancelledNotice.tsx').then((module) => module.CancelledNotice),
  { height: 96 },
);

// Lazy: of few orders a line is given back.
const GivenBack = lazyWithRetry(() => import('../GivenBack.tsx').then((module) => module.GivenBack), {
  height: 96,
});

// Lazy: of few orders something lacks.
const Substitution = lazyWithRetry(() => import('./Substitution.tsx').then((module) => module.Substitution), {
  height: 240,
});

// Lazy: it is shown when asked for.
const Timeline = lazyWithRetry(() => import('../detail/Timeline.tsx').then((module) => module.Timeline), {
  rows: 4,
  height: 44,
});

// Lazy: few photographs cannot be read, and it brings the camera.
const ReplacePhoto = lazyWithRetry(() => import('./ReplacePhoto.tsx').then((module) => module.ReplacePhoto), {
  height: 240,
});

// Lazy: most orders take all of their prescription.
const AfterPayment = lazyWithRetry(() => import('./AfterPayment.tsx').then((module) => module.AfterPayment));

/** Whether another part of the page says what the customer has to do, or nothing follows. */
const saysNext = ({ allowedActions, state }: Order): boolean =>
  allowedActions.includes('pay') || allowedActions.includes('decide-substitute') || state === 'cancelled';
// Lazy: only an order that was received asks for it, and its forms are large.
const AfterDelivery = lazyWithRetry(() =>
  import('./AfterDelivery.tsx').then((module) => module.AfterDelivery),
);

type OrderFollowedProps = { order: Order; isLoading: boolean };

/** An order as its customer sees it. */
function OrderFollowed({ order, isLoading }: OrderFollowedProps) {
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
        <div className={styles.block}>
          <CancelledNotice
            reason={order.cancelReason}
            reader="customer"
            takesFocus={isCancelledNow}
            refund={order.refund}
          />
        </div>
      )}
      {order.givenBack?.length ? (
        <div className={styles.block}>
          <GivenBack givenBack={order.givenBack} reader="customer" />
        </div>
      ) : null}
      {order.substitution ? (
        <div className={styles.block}>
          <Substitution order={order} />
        </div>
      ) : null}
      {order.photoProblem ? (
        <div className={styles.block}>
          <ReplacePhoto order={order} />
        </div>
      ) : saysNext(order) ? null : (
        <div className={styles.block}>
          <NextStep order={order} />
        </div>
      )}
      <PayBox order={order} isLoading={isLoading} />
      <AfterPayment order={order} />
      {order.state === 'delivered' || order.state === 'ended' ? (
        <div className={styles.block}>
          <AfterDelivery order={order} />
        </div>
      ) : null}
      {isOver(order) ? (
        <div className={styles.block}>
          <AgainButton order={order} />
        </div>
      ) : null}
      <div className={styles.block}>
        <HelpButton order={order} />
      </div>
      {order.allowedActions.includes('cancel') ? (
        <CancelOrder order={order} onCancelled={() => setCancelledNow(true)} />
      ) : null}
      {order.state === 'pending' ? <AskCancel order={order} /> : null}
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
      <OrderContents order={order} />
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

type NoOrderProps = { query: ReturnType<typeof useOrder>; onClose: () => void };

/** In place of an order that is loading, that does not exist, or that could not be loaded. */
function NoOrder({ query, onClose }: NoOrderProps) {
  const { error } = query;
  if (!(error instanceof ApiError) || error.status !== 404)
    return <QueryState query={query} rows={4} height={96} />;
  return (
    <EmptyState
      title="Nous n’avons pas trouvé cette commande"
      action={
        <Button variant="default" onClick={onClose}>
          Voir mes commandes
        </Button>
      }
    >
      Le lien est peut-être incomplet. Toutes vos commandes sont dans la liste.
    </EmptyState>
  );
}

type TrackedOrderProps = {
  id: string;
  /** The order was opened from the list: on a phone this hides the row that had the focus. */
  takesFocus: boolean;
  onClose: () => void;
};

/** One order of the customer, refreshed while it is shown; with its loading and error states. */
export function TrackedOrder({ id, takesFocus, onClose }: TrackedOrderProps) {
  const query = useOrder(id);
  const { data: order, isPlaceholderData, fetchStatus } = query;
  const isLoading = isPlaceholderData && fetchStatus === 'fetching';
  const back = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) back.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <Paper component="section" withBorder className={styles.order} aria-label="Détail de la commande">
      <Button
        ref={back}
        className={styles.back}
        variant="subtle"
        leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        onClick={onClose}
      >
        Mes commandes
      </Button>
      {order === undefined ? (
        <NoOrder query={query} onClose={onClose} />
      ) : (
        <OrderFollowed order={order} isLoading={isLoading} />
      )}
    </Paper>
  );
}
