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
import { usePay } from '../../payments/use-pay.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useInvalidateOrders } from '../api.ts';
import styles from './tracking.module.css';

/** Marks a pre-treated order as paid. @throws 402 until the provider has confirmed it */
function completeOrder(id: string, transactionId: string, amount: number): Promise<Order> {
  const body = { transactionId, state: 'pending', finalAmount: amount };
  return call(orderEndpoints.changeOrder, { params: { id }, body }).then(({ order }) => order);
}

/** The payment of an order whose prescription has been read or whose card was checked; nothing if it is not payable. */
export function PayBox({ order }: { order: Order }) {
  const invalidateOrders = useInvalidateOrders();
  const [refusal, setRefusal] = useState<string | null>(null);
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
    onRefused: (error) => {
      const message = messageOf(error, 'Erreur lors de la mise à jour');
      toast.error(message);
      setRefusal(message);
      // It was paid on another device, or its medicines changed: reload it.
      void invalidateOrders();
    },
  });
  const relative = useAskRelative({
    personId: order.customer._id,
    basket: order._id,
    request: { orderId: order._id },
    onRefused: () => void invalidateOrders(),
  });
  const pay = (options: { withoutInsurance?: true } = {}) => {
    setRefusal(null);
    payment.pay({ orderId: order._id, ...options });
  };

  const { totalAmount, insuranceCard, insuranceReduction, allowedActions } = order;
  const { held, isOpening } = payment;
  // Without the card there is something to pay, at once.
  const isCardInTheWay = insuranceCard?.awaited === true || totalAmount === 0;
  const isPayable = allowedActions.includes('pay') && totalAmount !== null;
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
      {isPayable && held === null && !isCardInTheWay ? (
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
