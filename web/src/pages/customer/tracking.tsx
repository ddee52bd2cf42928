import { underWay } from '@amasin/domain/orders/expected.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { photoProblemLabels } from '@amasin/domain/orders/reasons.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCamera } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { FileLink } from '../../files/FileLink.tsx';
import { FilePicker } from '../../files/FilePicker.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { toast } from '../../lib/toast.tsx';
import { useInvalidateOrders, useOrders } from '../../orders/api.ts';
import { PayBox } from '../../orders/tracking/PayBox.tsx';
import { payOrder } from '../../orders/tracking/pay-order.ts';
import { useReplacePhoto } from '../../orders/tracking/replace-photo.ts';
import { TrackedOrder, TrackedOrders, TrackingPanes } from '../../orders/tracking/Tracking.tsx';
import { UnderWay } from '../../orders/tracking/UnderWay.tsx';
import { useOpenOrder } from '../../orders/use-open-order.ts';
import { OngoingPayments } from '../../payments/OngoingPayments.tsx';
import { usePay } from '../../payments/use-pay.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageTitle } from '../../ui/text.tsx';

/** Pays an order whose prescription has been read or whose card was checked. */
export function Payment({ order }: { order: Order }) {
  const invalidateOrders = useInvalidateOrders();
  const [refusal, setRefusal] = useState<string | null>(null);
  const payment = usePay({
    personId: order.customer._id,
    purpose: order._id,
    isLikely: order.allowedActions.includes('pay'),
    complete: async ({ transactionId, amount }) => (await payOrder(order._id, transactionId, amount))._id,
    onPaid: ({ finish }) => {
      toast.success('Commande Modifiée avec succès !');
      void invalidateOrders();
      finish();
    },
    onRefused: (error) => {
      const message = messageOf(error, 'Erreur lors de la mise à jour');
      toast.error(message);
      setRefusal(message);
      // It was paid on another device, or its medicines changed: reload it.
      void invalidateOrders();
    },
  });

  return (
    <PayBox
      order={order}
      isPaying={payment.isOpening}
      onPay={() => {
        setRefusal(null);
        payment.pay({ orderId: order._id });
      }}
      onPayWithout={() => {
        setRefusal(null);
        payment.pay({ orderId: order._id, withoutInsurance: true });
      }}
      notice={payment.view}
      unsettled={payment.held}
      refusal={refusal}
    />
  );
}

/** Why the photograph of the prescription cannot be read, and another one in its place. */
export function ReplacePhoto({ order: { _id, photoProblem } }: { order: Order }) {
  const replace = useReplacePhoto(_id);
  const [url, setUrl] = useState<string | null>(null);
  if (!photoProblem) return null;
  return (
    <Notice
      tone="amber"
      icon={IconCamera}
      title={`Votre photo ne peut pas être lue : ${photoProblemLabels[photoProblem].toLowerCase()}`}
    >
      Posez l’ordonnance à plat, en pleine lumière, et prenez-la en entier.
      <FilePicker
        label="Nouvelle photo"
        category="prescription"
        value={url}
        onChange={(key) => {
          setUrl(key);
          // At once: « Fichier envoyé » already says that it is sent.
          if (key !== null) replace.mutate(key);
        }}
      />
      {url !== null && (replace.isPending || replace.isError) ? (
        <Button color="soleil" fullWidth loading={replace.isPending} onClick={() => replace.mutate(url)}>
          Envoyer cette photo
        </Button>
      ) : null}
    </Notice>
  );
}

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
      {desk || openId !== null || list.rows.length === 0 ? null : <UnderWay orders={list.rows} />}
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
              photo={(order) => <ReplacePhoto order={order} />}
              fileLink={(file) => <FileLink {...file} />}
            />
          )
        }
      />
    </>
  );
}
