import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { useRef } from 'react';
import { ResponsiveDialog } from '../../../ui/dialog.tsx';
import { ListSkeleton } from '../../../ui/feedback.tsx';
import type { Slots } from './ComposingForm.tsx';
import { newDraft, type Patient } from './draft/draft.ts';
import { EditPrescription } from './EditPrescription.tsx';
import { NewPrescription } from './NewPrescription.tsx';
import { ReusePrescription } from './ReusePrescription.tsx';
import { NEW, readTarget } from './target.ts';
import type { FetchCurrent } from './use-composing.ts';

type Props = Slots & {
  user: User;
  /** The patient of a new prescription; null when the prescriber types one, undefined until it is loaded. */
  patient: Patient | null | undefined;
  /** As `readTarget` reads it; null when closed. */
  target: string | null;
  fetchCurrent: FetchCurrent;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

/** The form of a prescription; full screen on a phone. */
export function ComposingDialog({ target, patient, onCreated, ...props }: Props) {
  // The content stays rendered during the closing transition.
  const last = useRef(target);
  last.current = target ?? last.current;
  const shown = last.current === null ? null : readTarget(last.current);
  return (
    <ResponsiveDialog
      opened={target !== null}
      onClose={props.onClose}
      title={shown?.how === 'edit' ? `Modifier ${shown.number}` : 'Nouvelle ordonnance'}
      size="lg"
    >
      {shown?.how === 'new' && patient === undefined ? <ListSkeleton rows={1} height={400} /> : null}
      {shown?.how === 'new' && patient !== undefined ? (
        <NewPrescription
          key={patient?.draft ?? NEW}
          {...props}
          name={patient?.draft ?? null}
          first={newDraft(patient)}
          onCreated={onCreated}
        />
      ) : null}
      {shown?.how === 'renew' || shown?.how === 'copy' ? (
        <ReusePrescription key={last.current} {...props} {...shown} onCreated={onCreated} />
      ) : null}
      {shown?.how === 'edit' ? (
        <EditPrescription key={shown.number} {...props} number={shown.number} />
      ) : null}
    </ResponsiveDialog>
  );
}
