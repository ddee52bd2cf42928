import { addDays } from '@amasin/domain/contract/dates.ts';
import { WEEK_NIGHTS } from '@amasin/domain/pharmacies/duty-night.ts';
import { countOf, formatDate } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { useCopyWeek } from '../api.ts';

type Props = {
  opened: boolean;
  /** The first day of the week that receives the shifts. */
  from: string;
  /** How many shifts are expected to be added. */
  missing: number;
  onClose: () => void;
};

/** Confirms « Comme la semaine dernière ». */
export function CopyWeek({ opened, from, missing, onClose }: Props) {
  const copying = useCopyWeek(onClose);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      question="Reprendre les gardes de la semaine dernière ?"
      confirmLabel="Reprendre"
      onConfirm={() => copying.mutate(from)}
      pending={copying.isPending}
    >
      {`${countOf(missing, 'garde')} de la semaine du ${formatDate(addDays(from, -WEEK_NIGHTS))} à ajouter à celle du ${formatDate(from)}, les mêmes nuits. Celles qui y sont déjà restent.`}
    </ConfirmDialog>
  );
}
