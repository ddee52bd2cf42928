import { underWay } from '@amasin/domain/orders/expected.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useOrders } from '../../orders/api.ts';
import { ORDER } from '../../orders/filters.ts';
import { TrackedOrder, TrackedOrders, TrackingPanes } from '../../orders/tracking/Tracking.tsx';
import { UnderWay } from '../../orders/tracking/UnderWay.tsx';
import { OngoingPayments } from '../../payments/OngoingPayments.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { PageTitle } from '../../ui/text.tsx';
import { useDialogUrl } from '../../ui/use-dialog-url.ts';

export const meta = () => [{ title: 'Suivi de commande · Amasin' }];

export default function Tracking() {
  const { value: openId, linkTo, close } = useDialogUrl(ORDER);
  const list = useOrders({});
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  // The order in the first URL was opened by a link, not selected in the list.
  const initialId = useRef(openId);
  // A wide screen shows an order beside the list: the one under way, else the latest, until one is selected.
  const beside = underWay(list.rows)[0] ?? list.rows[0];
  const shownId = openId ?? (isWide ? (beside?._id ?? null) : null);
  return (
    <>
      <PageTitle title="Suivi de commande" />
      {isWide || openId !== null || list.rows.length === 0 ? null : <UnderWay orders={list.rows} />}
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
            />
          )
        }
      />
    </>
  );
}
