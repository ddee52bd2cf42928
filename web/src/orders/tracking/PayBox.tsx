import { formatMoney } from '@amasin/domain/contract/format.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { waitOf } from '@amasin/domain/orders/expected.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { ASK_RELATIVE } from '@amasin/domain/payments/pay-link.ts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.tsx';
import { useAskRelative } from '../../payments/use-ask-relative.tsx';
import { isAskedFirst, usePay } from '../../payments/use-pay.tsx';
import { ListSkeleton } from '../../ui/feedback.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useInvalidateOrders } from '../api.ts';
import styles from './tracking.module.css';

// Lazy: pharmacies are asked about few orders.
const AskedPharmacies = lazyWithRetry(
  () => import('./AskedPharmacies.tsx').then((module) => module.AskedPharmacies),
  { height: 240 },
);

/** Marks a pre-treated order as paid. @throws 402 until the provider has confirmed it */
function completeOrder(id: string, transactionId: string, amount: number): Promise<Order> {
  const body = { transactionId, state: 'pending', finalAmount: amount };
  return call(orderEndpoints.changeOrder, { params: { id }, body }).then(({ order }) => order);
}

type Props = {
  order: Order;
  /** It is a row of the list until the server answers, and does not tell yet whether pharmacies are asked. */
  isLoading: boolean;
};

/**
 * The payment of an order whose prescription has been read, whose card was checked or about which pharmacies are asked; nothing if it is
 * not payable.
 */
export function PayBox({ order, isLoading }: Props) {
  const invalidateOrders = useInvalidateOrders();
  const [refusal, setRefusal] = useState<string | null>(null);
  const refuse = (error: unknown) => {
    if (isAskedFirst(error)) toast.success('Nous demandons de nouveau aux pharmacies : rien n’est payé.');
    else {
      const message = messageOf(error, 'Erreur lors de la mise à jour');
      toast.error(message);
      setRefusal(message);
    }
    // It was paid on another device, its medicines changed, or nobody keeps them any more: reload it.
    void invalidateOrders();
  };
  const payment = usePay({
    personId: order.customer._id,
    purpose: order._id,
    isLikely: order.allowedActions.includes('pay'),
    complete: async ({ transactionId, amount }) =>
      (await completeOrder(order._id, transactionId, amount))._id,
    onPaid: ({ finish }) => {
      toast.success('Commande Modifiée avec succès !');
      void invalidateOrders();
      finish();
    },
    onRefused: refuse,
  });
  const relative = useAskRelative({
    personId: order.customer._id,
    basket: order._id,
    request: { orderId: order._id },
    onRefused: (error) => (isAskedFirst(error) ? refuse(error) : void invalidateOrders()),
  });
  const pay = (options: { withoutInsurance?: true; withoutWaiting?: true } = {}) => {
    setRefusal(null);
    payment.pay({ orderId: order._id, ...options });
  };

  const { totalAmount, insuranceCard, insuranceReduction, allowedActions, inquiry } = order;
  const { held, isOpening } = payment;
  // Without the card there is something to pay, at once.
  const isCardInTheWay = insuranceCard?.awaited === true || totalAmount === 0;
  const isPayable = allowedActions.includes('pay') && totalAmount !== null;
  const isToPay = isPayable && held === null && !isCardInTheWay;
  return (
    <div className={styles.block}>
      {payment.view}
      {relative.view}
      {refusal === null ? null : (
        <Notice tone="red" icon={IconAlertTriangle} role="alert">
          {refusal}
        </Notice>
      )}
      {isPayable && held !== null ? (
        <Button variant="subtle" fullWidth loading={isOpening} onClick={() => pay()}>
          {held === 'open' ? 'Reprendre le paiement' : 'Payer quand même'}
        </Button>
      ) : null}
      {isPayable && held === null && isCardInTheWay ? (
        <Notice
          tone="amber"
          icon={IconAlertTriangle}
          title={totalAmount === 0 || !insuranceCard ? 'Rien à payer' : waitOf(insuranceCard)}
        >
          <span>
            {totalAmount === 0
              ? 'Le total est de 0 F avec votre carte. Sans elle, vous pouvez payer tout de suite.'
              : `Vous serez prévenu et paierez ${formatMoney(totalAmount)}. Sans la carte, vous pouvez payer tout de suite.`}
          </span>
          <Button
            variant="default"
            size="md"
            fullWidth
            loading={isOpening}
            onClick={() => pay({ withoutInsurance: true })}
          >{`Payer ${formatMoney(totalAmount + (insuranceReduction ?? 0))} sans la carte`}</Button>
        </Notice>
      ) : null}
      {isToPay && isLoading ? <ListSkeleton rows={1} height={200} /> : null}
      {isToPay && !isLoading && inquiry ? (
        <AskedPharmacies
          order={order}
          inquiry={inquiry}
          isOpening={isOpening}
          onPay={pay}
          onAskRelative={relative.ask}
          onRefused={refuse}
        />
      ) : null}
      {isToPay && !isLoading && !inquiry ? (
        <Notice
          tone="amber"
          icon={IconWallet}
          title={order.prescriptionUrl ? 'Votre ordonnance est lue' : 'Votre commande est à payer'}
        >
          Payez pour que la pharmacie prépare vos médicaments.
          <Button size="md" fullWidth loading={isOpening} onClick={() => pay()}>
            {`Payer ${formatMoney(totalAmount)}`}
          </Button>
          <Button variant="default" size="md" fullWidth onClick={relative.ask}>
            {ASK_RELATIVE}
          </Button>
        </Notice>
      ) : null}
    </div>
  );
}
