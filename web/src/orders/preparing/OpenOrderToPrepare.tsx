import { OpenOrder } from '../detail/OpenOrder.tsx';
import { OrderToPrepare } from './OrderToPrepare.tsx';

type Props = { id: string; onClose: () => void };

/** Comes after the list, which is what the screen opens with. */
export default function OpenOrderToPrepare({ id, onClose }: Props) {
  return (
    <OpenOrder key={id} id={id} reader="pharmacy" onClose={onClose}>
      {(order) => <OrderToPrepare order={order} />}
    </OpenOrder>
  );
}
