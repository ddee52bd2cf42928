import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import { formatMoment } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useRemoveShift } from './api.ts';

type Props = { shift: DutyShift | undefined; onClose: () => void };

export function RemoveShift({ shift, onClose }: Props) {
  const removing = useRemoveShift(onClose);
  const now = new Date();
  return (
    <ConfirmDialog
      opened={shift !== undefined}
      onClose={onClose}
      question="Retirer cette garde ?"
      confirmLabel="Retirer"
      onConfirm={() => {
        if (shift !== undefined) removing.mutate(shift._id);
      }}
      pending={removing.isPending}
      danger
    >
      {shift === undefined
        ? null
        : `${shift.pharmacy.name}, du ${formatMoment(new Date(shift.startsAt), now)} au ${formatMoment(new Date(shift.endsAt), now)}. Elle n’apparaîtra plus parmi les pharmacies de garde.`}
    </ConfirmDialog>
  );
}
