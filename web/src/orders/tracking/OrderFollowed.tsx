import type { Order } from '@amasin/domain/orders/order.ts';
import { photoProblemLabels } from '@amasin/domain/orders/problems/photo-problem.ts';
import { Title } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { OrderStateBadge } from '../../ui/badge/OrderStateBadge.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { LazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { DateTime } from '../../ui/text/DateTime.tsx';
import { CancelledNotice } from '../cancelling/CancelledNotice.tsx';
import { CancelOrder } from '../cancelling/CancelOrder.tsx';
import { AddressText, Fact, Facts } from '../detail/Facts.tsx';
import type { FileLinkSlot } from '../detail/file-link.ts';
import { MoneyLines } from '../detail/MoneyLines.tsx';
import { Medicines } from '../detail/medicines/Medicines.tsx';
import { PersonLine } from '../detail/PersonLine.tsx';
import { InsuranceFact, PrescriptionFacts } from '../detail/PrescriptionFacts.tsx';
import { AgainButton, isOver } from '../ordering/again/AgainButton.tsx';
import { Progress } from './Progress.tsx';
import styles from './tracking.module.css';
import { NextStep } from './under-way/NextStep.tsx';

type Props = {
  order: Order;
  fileLink: FileLinkSlot;
  /** Renders the picker of another photograph. */
  photo: (order: Order) => ReactNode;
  /** The payment. */
  children: ReactNode;
};

/** An order as its customer sees it. */
export function OrderFollowed({ order, fileLink, photo, children }: Props) {
  const cancelled = useRef<HTMLDivElement>(null);
  const toCancelled = useCallback(() => cancelled.current?.focus(), []);
  return (
    <>
      <header className={styles.head}>
        <Title order={2}>{order.number}</Title>
        <OrderStateBadge state={order.state} reader="customer" />
        <span className={styles.date}>
          <DateTime at={order.date} absolute />
        </span>
      </header>
      {order.cancelReason === null ? (
        <Progress state={order.state} />
      ) : (
        <CancelledNotice reason={order.cancelReason} reader="customer" ref={cancelled} />
      )}
      {order.photoProblem ? (
        <div className={styles.pay}>
          <Notice
            tone="amber"
            icon={IconCamera}
            title={`Votre photo ne peut pas être lue : ${photoProblemLabels[order.photoProblem].toLowerCase()}`}
          >
            Posez l’ordonnance à plat, en pleine lumière, et prenez-la en entier.
            {photo(order)}
          </Notice>
        </div>
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
      <Part title="Livraison">
        <Facts>
          <PersonLine part="Pharmacie" person={order.pharmacy} unassigned="Pas encore choisie" />
          <PersonLine part="Livreur" person={order.deliveryPerson} unassigned="Pas encore choisi" />
          <Fact name="Adresse">
            <AddressText zone={order.deliveryZone} address={order.deliveryAddress} />
          </Fact>
        </Facts>
      </Part>
      {hasPapers(order) ? (
        <Part title="Ordonnance et assurance">
          <Facts>
            <PrescriptionFacts
              order={{ ...order, transactionId: null }}
              fileLink={(file) => fileLink({ ...file, label: 'Voir l’ordonnance' })}
            />
            <InsuranceFact order={order} fileLink={fileLink} />
          </Facts>
        </Part>
      ) : null}
      <Part title="Médicaments">
        <Medicines order={order} />
      </Part>
      <Part title="Montants">
        <MoneyLines order={order} />
      </Part>
      <CancelOrder order={order} onCancelled={toCancelled} />
      <History key={order._id} orderId={order._id} />
    </>
  );
}

function hasPapers({ prescription, prescriptionUrl, insuranceCard }: Order): boolean {
  return Boolean(prescription?.prescriptionNumber || prescriptionUrl || insuranceCard);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <Title order={3}>{title}</Title>
      {children}
    </section>
  );
}

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
