import { Supervision } from '../../../orders/supervision/Supervision.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { useCouriers } from '../../../users/api.ts';
import { digitizingSlots } from '../digitizing/digitizing-slots.tsx';

const loadPayments = () =>
  import('../../../payments/reviewing/PaymentRows.tsx').then(({ PaymentRows }) => PaymentRows);

/** All orders and their assignment, for the supervisor and the super administrator. */
export function OrdersPanel() {
  const deliveryPeople = useCouriers();
  return (
    <Supervision
      deliveryPeople={deliveryPeople.data}
      payments={<Later load={loadPayments} />}
      slots={digitizingSlots}
    />
  );
}
