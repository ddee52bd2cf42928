import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { useRef } from 'react';
import { ResponsiveDialog } from '../../../ui/dialog/ResponsiveDialog.tsx';
import { ListSkeleton } from '../../../ui/feedback/ListSkeleton.tsx';
import { LazyComponent } from '../../../ui/loading/LazyComponent.tsx';
import type { Slots } from './ComposingForm.tsx';
import type { Patient } from './draft/draft.ts';
import type { FetchCurrent } from './use-composing.ts';

const loadNew = () => import('./NewPrescription.tsx').then((module) => module.NewPrescription);
const loadEdit = () => import('./EditPrescription.tsx').then((module) => module.EditPrescription);

/** Preloads the form, so that it opens on a slow connection too. */
export function preloadComposing(): void {
  loadNew().catch(() => null);
}

/** Value of the search param for a new prescription. */
export const NEW = 'new';

type Props = Slots & {
  user: User;
  /** The patient of a new prescription; null when the prescriber types one, undefined until it is loaded. */
  patient: Patient | null | undefined;
  /** NEW, or the number of the prescription to edit; null when closed. */
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
  const shown = last.current;
  return (
    <ResponsiveDialog
      opened={target !== null}
      onClose={props.onClose}
      title={shown === NEW ? 'Nouvelle ordonnance' : `Modifier ${shown ?? ''}`}
      size="lg"
    >
      {shown === NEW && patient === undefined ? <ListSkeleton rows={1} height={400} /> : null}
      {shown === NEW && patient !== undefined ? (
        <LazyComponent
          key={patient?.draft ?? NEW}
          load={loadNew}
          props={{ ...props, patient, onCreated }}
          height={400}
        />
      ) : null}
      {shown === null || shown === NEW ? null : (
        <LazyComponent key={shown} load={loadEdit} props={{ ...props, number: shown }} height={400} />
      )}
    </ResponsiveDialog>
  );
}
