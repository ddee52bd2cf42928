import type { Order } from '@amasin/domain/orders/order.ts';
import { Rests } from '../../prescriptions/Rests.tsx';
import { ReceivedRecalls } from '../../recalls/ReceivedRecalls.tsx';
import styles from './AfterPayment.module.css';

/** What concerns few paid orders: a recall of what was received, and what was not taken of the prescription. */
export function AfterPayment({ order: { _id, paidAt, prescription } }: { order: Order }) {
  if (paidAt === null) return null;
  return (
    <div className={styles.block}>
      <ReceivedRecalls orderId={_id} />
      {prescription?.prescriptionNumber ? <Rests number={prescription.prescriptionNumber} /> : null}
    </div>
  );
}

/** Loaded together: a file of its own for each would weigh more on the pages that show one of them. */
export const reminders = { ReceivedRecalls, Rests };
