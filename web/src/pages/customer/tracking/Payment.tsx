import type { Order } from '@amasin/domain/orders/order.ts';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { useInvalidateOrders } from '../../../orders/api.ts';
import { PayBox } from '../../../orders/tracking/PayBox.tsx';
import { payOrder } from '../../../orders/tracking/pay-order.ts';
import { usePay } from '../../../payments/use-pay.tsx';

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
