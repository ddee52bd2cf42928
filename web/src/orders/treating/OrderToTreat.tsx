import type { Order } from '@amasin/domain/orders/order.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Fact, Facts } from '../detail/Facts.tsx';
import { Medicines } from '../detail/Medicines.tsx';
import { MoneyLines } from '../detail/MoneyLines.tsx';
import { OrderPart } from '../detail/OpenOrder.tsx';
import { PersonLine } from '../detail/PersonLine.tsx';
import { PrescriptionFacts } from '../detail/PrescriptionFacts.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import { InsuranceCheck } from './InsuranceCheck.tsx';
import { NextToRead } from './queue/NextToRead.tsx';
import { readingOf } from './queue/reading.ts';
import type { TreatmentSlots } from './slots.ts';
import { Treatment } from './Treatment.tsx';

type Props = { order: Order; slots: TreatmentSlots };

/** An order as the in-house pharmacist works on it. */
export function OrderToTreat({ order, slots }: Props) {
  const reading = readingOf(order);
  const canCorrect = order.allowedActions.includes('edit-prescription');
  return (
    <Treatment
      order={order}
      slots={slots}
      before={
        <>
          <Facts>
            <PersonLine part="Client" person={order.customer} />
            <Fact name="Livraison">{order.deliveryZone}</Fact>
            <PrescriptionFacts order={order} />
          </Facts>
          <InsuranceCheck order={order} fileLink={slots.fileLink} />
          {reading === 'to-pay' ? (
            <Notice tone="teal" icon={IconCircleCheck} title="Ordonnance lue">
              Le client est prévenu et peut payer.
              {canCorrect ? ' Vous pouvez encore la corriger.' : null}
              <NextToRead openId={order._id} />
            </Notice>
          ) : null}
        </>
      }
    >
      {reading === null ? (
        <OrderPart title="Médicaments">
          <Medicines order={order} />
        </OrderPart>
      ) : null}
      {reading === 'to-read' ? null : (
        <OrderPart title="Montants">
          <MoneyLines order={order} />
        </OrderPart>
      )}
      <OrderPart title="Historique">
        <Timeline orderId={order._id} reader="agent" />
      </OrderPart>
    </Treatment>
  );
}
