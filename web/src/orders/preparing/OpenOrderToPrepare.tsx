import type { FileLinkSlot } from '../detail/file-link.ts';
import { OpenOrder } from '../detail/OpenOrder.tsx';
import { OrderToPrepare } from './OrderToPrepare.tsx';

type Props = { id: string; onClose: () => void; fileLink: FileLinkSlot };

/** Comes after the list, which is what the screen opens with. */
export default function OpenOrderToPrepare({ id, onClose, fileLink }: Props) {
  return (
    <OpenOrder key={id} id={id} reader="pharmacy" onClose={onClose}>
      {(order) => <OrderToPrepare order={order} fileLink={fileLink} />}
    </OpenOrder>
  );
}
