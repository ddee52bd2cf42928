import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { ResponsiveDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { LazyComponent } from '../../ui/loading/LazyComponent.tsx';
import type { Means } from '../api.ts';
import type { Paying } from './means-draft.ts';

const loadForm = () => import('./MeansForm.tsx').then((module) => module.default);

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
      {choices === null ? null : (
        <LazyComponent load={loadForm} props={{ paying, choices, onChosen }} height={320} />
      )}
    </ResponsiveDialog>
  );
}
