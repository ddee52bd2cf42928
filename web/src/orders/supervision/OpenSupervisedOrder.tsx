import { useEffect } from 'react';
import { preloadDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { OpenOrder } from '../detail/OpenOrder.tsx';
import type { TreatmentSlots } from '../treating/slots.ts';
import type { Candidates } from './AssignDialog.tsx';
import { SupervisedOrder } from './SupervisedOrder.tsx';

type Props = { id: string; onClose: () => void; candidates: Candidates; slots: TreatmentSlots };

/** Comes after the list, which is what the screen opens with. */
export default function OpenSupervisedOrder({ id, onClose, candidates, slots }: Props) {
  useEffect(preloadDialog, []);
  return (
    <OpenOrder key={id} id={id} reader="supervisor" onClose={onClose}>
      {(order) => <SupervisedOrder order={order} candidates={candidates} slots={slots} />}
    </OpenOrder>
  );
}
