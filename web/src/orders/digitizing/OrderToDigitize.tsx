import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';
import { useOrders } from '../api.ts';
import { Fact, Facts, PersonLine, PrescriptionFacts } from '../detail/facts.tsx';
import { Medicines } from '../detail/Medicines.tsx';
import { MoneyLines, OpenOrder, OrderPart } from '../detail/OpenOrder.tsx';
import { Timeline } from '../detail/Timeline.tsx';
import { ORDER } from '../filters.ts';
import { Digitization, InsuranceCheck } from './Digitization.tsx';
import { queueStart, ReadingBadge, readingOf } from './queue.tsx';

const Warnings = lazyWithRetry(() => import('../detail/Warnings.tsx').then((module) => module.Warnings));

/** Link to the next order to be read. */
function NextToRead({ openId }: { openId: string }) {
  const { rows: orders } = useOrders(queueStart);
  const { linkTo } = useDialogUrl(ORDER);
  const next = orders.find((order) => order._id !== openId && readingOf(order) === 'to-read');
  if (next === undefined) return null;
  return (
    <div>
      <Button
        component={Link}
        {...linkTo(next._id)}
        rightSection={<IconArrowRight size={20} aria-hidden="true" />}
      >
        Lire la suivante
      </Button>
    </div>
  );
}

type OpenProps = { id: string; onClose: () => void };

export function OpenOrderToDigitize({ id, onClose }: OpenProps) {
  return (
    <OpenOrder
      key={id}
      id={id}
      reader="agent"
      onClose={onClose}
      wide
      badge={(order) => <ReadingBadge order={order} />}
    >
      {(order) => <OrderToDigitize order={order} />}
    </OpenOrder>
  );
}

/** An order for the in-house pharmacist. */
function OrderToDigitize({ order }: { order: Order }) {
  const reading = readingOf(order);
  const canCorrect = order.allowedActions.includes('edit-prescription');
  const [isSaved, setSaved] = useState(false);
  const notice = useRef<HTMLDivElement>(null);

  // After a save, scrolls to the notice and focuses the link to the next order.
  useEffect(() => {
    if (!isSaved || reading !== 'to-pay') return;
    notice.current?.scrollIntoView({ block: 'center' });
    notice.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [isSaved, reading]);

  return (
    <Digitization
      order={order}
      onSaved={() => setSaved(true)}
      next={<NextToRead openId={order._id} />}
      before={
        <>
          <Facts>
            <PersonLine part="Client" person={order.customer} />
            <Fact name="Livraison">{order.deliveryZone}</Fact>
            <PrescriptionFacts order={order} />
          </Facts>
          <InsuranceCheck order={order} />
          {reading === 'to-pay' ? (
            <div ref={notice}>
              <Notice tone="teal" icon={IconCircleCheck} title="Ordonnance lue">
                <span>{`Le client est prévenu et peut payer.${canCorrect ? ' Vous pouvez encore la corriger.' : ''}`}</span>
                <NextToRead openId={order._id} />
              </Notice>
            </div>
          ) : null}
        </>
      }
    >
      {reading === null ? (
        <OrderPart title="Médicaments">
          <Medicines order={order} />
          <Warnings order={order} />
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
    </Digitization>
  );
}
