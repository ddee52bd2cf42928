import { Supervision } from '../../../orders/supervision/Supervision.tsx';
import { PaymentRows } from '../../../payments/PaymentRows.tsx';
import { useCouriers } from '../../../users/couriers.ts';
import { digitizingSlots } from '../digitizing/digitizing-slots.tsx';

/** All orders and their assignment, for the supervisor and the super administrator. */
export function OrdersPanel() {
  const deliveryPeople = useCouriers();
  return (
    <Supervision deliveryPeople={deliveryPeople.data} payments={<PaymentRows />} slots={digitizingSlots} />
  );
}
