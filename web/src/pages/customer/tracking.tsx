import { underWay } from '@amasin/domain/orders/expected.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useOrders } from '../../orders/api.ts';
import { useOpenOrder } from '../../orders/browsing/use-open-order.ts';
import { TrackedOrder } from '../../orders/tracking/TrackedOrder.tsx';
import { TrackedOrders } from '../../orders/tracking/TrackedOrders.tsx';
import { TrackingPanes } from '../../orders/tracking/TrackingPanes.tsx';
import { OngoingPayments } from '../../payments/ongoing/OngoingPayments.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton.tsx';
import { LazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { useLazy } from '../../ui/loading/use-lazy.ts';
import { PageTitle } from '../../ui/text/PageTitle.tsx';

// Lazy: on a phone only.
const loadUnderWay = () =>
  import('../../orders/tracking/under-way/UnderWay.tsx').then((module) => module.UnderWay);
// Lazy: few orders have files.
const loadFileLink = () => import('../../files/FileLink.tsx').then(({ FileLink }) => FileLink);

const loadPayment = () => import('./tracking/Payment.tsx').then((module) => module.Payment);
const loadReplacePhoto = () => import('./tracking/ReplacePhoto.tsx').then((module) => module.ReplacePhoto);

export const meta = () => [{ title: 'Suivi de commande · Amasin' }];

export default function Tracking() {
  const { openId, linkTo, close } = useOpenOrder();
  const list = useOrders({});
  const desk = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  // The order in the first URL was opened by a link, not selected in the list.
  const initialId = useRef(openId);
  // A wide screen shows an order beside the list: the one under way, else the latest, until one is selected.
  const beside = underWay(list.rows)[0] ?? list.rows[0];
  const shownId = openId ?? (desk ? (beside?._id ?? null) : null);
  return (
    <>
      <PageTitle title="Suivi de commande" />
      {desk || openId !== null || list.rows.length === 0 ? null : (
        <LazyComponent load={loadUnderWay} height={320} props={{ orders: list.rows }} />
      )}
      <OngoingPayments except={shownId} />
      <TrackingPanes
        isSelected={openId !== null}
        list={
          <TrackedOrders
            list={list}
            shownId={shownId}
            linkTo={linkTo}
            empty={
              <EmptyState
                title="Vous n’avez pas encore de commande"
                action={
                  <Button component={Link} to="/order">
                    Commander
                  </Button>
                }
              >
                Votre première commande se suit ici, de la pharmacie jusqu’à votre porte.
              </EmptyState>
            }
          />
        }
        order={
          shownId === null ? null : (
            <TrackedOrder
              key={shownId}
              id={shownId}
              takesFocus={openId !== initialId.current}
              onClose={close}
              payment={(order) => <Payment order={order} />}
              photo={(order) => <LazyComponent load={loadReplacePhoto} height={200} props={{ order }} />}
              fileLink={(file) => <LazyComponent load={loadFileLink} height={44} props={file} />}
            />
          )
        }
      />
    </>
  );
}

/** Most orders are not to be paid: nothing is shown for them while it loads. */
function Payment({ order }: { order: Order }) {
  const Loaded = useLazy(loadPayment);
  if (Loaded !== null) return <Loaded order={order} />;
  return order.allowedActions.includes('pay') ? <ListSkeleton rows={1} height={132} /> : null;
}
