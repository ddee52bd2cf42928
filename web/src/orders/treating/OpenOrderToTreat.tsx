import { OpenOrder } from '../detail/OpenOrder.tsx';
import { OrderToTreat } from './OrderToTreat.tsx';
import { ReadingBadge } from './queue/ReadingBadge.tsx';
import type { TreatmentSlots } from './slots.ts';

type Props = { id: string; onClose: () => void; slots: TreatmentSlots };

/** Comes after the list, which is what the screen opens with. */
export default function OpenOrderToTreat({ id, onClose, slots }: Props) {
  return (
    <OpenOrder
      key={id}
      id={id}
      reader="agent"
      onClose={onClose}
      wide
      badge={(order) => <ReadingBadge order={order} />}
    >
      {(order) => <OrderToTreat order={order} slots={slots} />}
    </OpenOrder>
  );
}
