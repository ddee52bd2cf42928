import type { Order } from '@amasin/domain/orders/order.ts';
import { Answer } from '../../feedback/Answer.tsx';
import { ReportButtons } from '../../reports/ReportButtons.tsx';

/** What a customer says of an order that she has received. */
export function AfterDelivery({ order }: { order: Order }) {
  return (
    <>
      <Answer orderId={order._id} />
      <ReportButtons order={order} />
    </>
  );
}
