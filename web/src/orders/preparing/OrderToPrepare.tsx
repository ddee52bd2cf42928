import type { Order } from '@amasin/domain/orders/order.ts';
import { Title } from '@mantine/core';
import { AddressText, Fact, Facts } from '../detail/Facts.tsx';
import type { FileLinkSlot } from '../detail/file-link.ts';
import { Medicines } from '../detail/Medicines.tsx';
import { MoneyLines } from '../detail/MoneyLines.tsx';
import { OrderPart } from '../detail/OpenOrder.tsx';
import { PersonLine } from '../detail/PersonLine.tsx';
import { InsuranceFact, PrescriptionFacts } from '../detail/PrescriptionFacts.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import styles from './preparing.module.css';

type Props = { order: Order; fileLink: FileLinkSlot };

/** An order as a pharmacy reads it: first what to take from the shelf, then for whom and who fetches it. */
export function OrderToPrepare({ order, fileLink }: Props) {
  const toPrepare = order.state === 'pending';
  return (
    <>
      <section className={toPrepare ? styles.shelf : styles.taken}>
        <Title order={3}>{toPrepare ? 'À préparer' : 'Médicaments'}</Title>
        <Medicines order={order} large={toPrepare} />
      </section>
      <Facts>
        <PersonLine part="Client" person={order.customer} />
        <PersonLine part="Livreur" person={order.deliveryPerson} nobody="Non assigné pour l’instant" />
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
