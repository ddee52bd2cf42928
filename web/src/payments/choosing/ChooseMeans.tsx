import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { ResponsiveDialog } from '../../ui/dialog.tsx';
import type { Means } from '../api.ts';
import { MeansForm } from './MeansForm.tsx';
import type { Paying } from './means-draft.ts';

type Props = {
  paying: Paying;
  /** Null when closed. */
  choices: readonly PaymentChoice[] | null;
  onClose: () => void;
  onChosen: (means: Means) => void;
};

/** Asks for the operator, and for the number that pays. */
export function ChooseMeans({ paying, choices, onClose, onChosen }: Props) {
  return (
    <ResponsiveDialog
      opened={choices !== null}
      onClose={onClose}
      title="Comment payez-vous ?"
      size="sm"
      hasForm
    >
      {choices === null ? null : <MeansForm paying={paying} choices={choices} onChosen={onChosen} />}
    </ResponsiveDialog>
  );
}
