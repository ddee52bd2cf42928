import type { Order } from '@amasin/domain/orders/order.ts';
import { Title } from '@mantine/core';
import { AddressText, Fact, Facts } from '../detail/Facts.tsx';
import type { FileLinkSlot } from '../detail/file-link.ts';
import { MoneyLines } from '../detail/MoneyLines.tsx';
import { Medicines } from '../detail/medicines/Medicines.tsx';
import { OpenOrder, OrderPart } from '../detail/OpenOrder.tsx';
import { PersonLine } from '../detail/PersonLine.tsx';
import { InsuranceFact, PrescriptionFacts } from '../detail/PrescriptionFacts.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import { PickList } from './PickList.tsx';
import { PreparationBadge } from './PreparationBadge.tsx';
import styles from './preparing.module.css';
import { Ready } from './Ready.tsx';
import { ReportShortage } from './ReportShortage.tsx';
import { useTicks } from './use-ticks.ts';

type OpenProps = { id: string; onClose: () => void; fileLink: FileLinkSlot };

/** Lazy: loaded after the list. */
export function OpenOrderToPrepare({ id, onClose, fileLink }: OpenProps) {
  return (
    <OpenOrder
      key={id}
      id={id}
      reader="pharmacy"
      onClose={onClose}
      badge={(order) => <PreparationBadge order={order} />}
    >
      {(order) => <OrderToPrepare order={order} fileLink={fileLink} />}
    </OpenOrder>
  );
}

type Props = { order: Order; fileLink: FileLinkSlot };

/** An order for a pharmacy: first the medicines to prepare, then the customer and the courier. */
function OrderToPrepare({ order, fileLink }: Props) {
  const isHere = order.state === 'pending';
  const toPrepare = isHere && order.readyAt === null;
  const ticks = useTicks(order._id);
  return (
    <>
      <section className={isHere ? styles.shelf : styles.taken}>
        <Title order={3}>{toPrepare ? 'À préparer' : 'Médicaments'}</Title>
        {toPrepare ? <PickList order={order} ticks={ticks} /> : <Medicines order={order} />}
        {isHere ? (
          <>
            <Ready order={order} onReady={ticks.clear} />
            <ReportShortage order={order} />
          </>
        ) : null}
      </section>
      <Facts>
        <PersonLine part="Client" person={order.customer} />
        <PersonLine part="Livreur" person={order.deliveryPerson} unassigned="Non assigné pour l’instant" />
        <Fact name="Livraison">
          <AddressText zone={order.deliveryZone} address={order.deliveryAddress} />
        </Fact>
        <PrescriptionFacts order={order} fileLink={fileLink} />
        <InsuranceFact order={order} fileLink={fileLink} />
      </Facts>
      <OrderPart title="Montants">
        <MoneyLines order={order} />
      </OrderPart>
      <OrderPart title="Historique">
        <Timeline orderId={order._id} reader="pharmacy" />
      </OrderPart>
    </>
  );
}
