import type { Order } from '@amasin/domain/orders/order.ts';
import { Title } from '@mantine/core';
import { AddressText, Fact, Facts } from '../detail/Facts.tsx';
import type { FileLinkSlot } from '../detail/file-link.ts';
import { Medicines } from '../detail/Medicines.tsx';
import { MoneyLines } from '../detail/MoneyLines.tsx';
import { OpenOrder, OrderPart } from '../detail/OpenOrder.tsx';
import { PersonLine } from '../detail/PersonLine.tsx';
import { InsuranceFact, PrescriptionFacts } from '../detail/PrescriptionFacts.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import styles from './preparing.module.css';

type OpenProps = { id: string; onClose: () => void; fileLink: FileLinkSlot };

/** Lazy: loaded after the list. */
export default function OpenOrderToPrepare({ id, onClose, fileLink }: OpenProps) {
  return (
    <OpenOrder key={id} id={id} reader="pharmacy" onClose={onClose}>
      {(order) => <OrderToPrepare order={order} fileLink={fileLink} />}
    </OpenOrder>
  );
}

type Props = { order: Order; fileLink: FileLinkSlot };

/** An order for a pharmacy: first the medicines to prepare, then the customer and the courier. */
function OrderToPrepare({ order, fileLink }: Props) {
  const toPrepare = order.state === 'pending';
  return (
    <>
      <section className={toPrepare ? styles.shelf : styles.taken}>
        <Title order={3}>{toPrepare ? 'À préparer' : 'Médicaments'}</Title>
        <Medicines order={order} large={toPrepare} />
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
