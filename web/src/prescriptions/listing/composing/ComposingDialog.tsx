import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { useRef } from 'react';
import { ResponsiveDialog } from '../../../ui/dialog/ResponsiveDialog.tsx';
import { ListSkeleton } from '../../../ui/feedback/ListSkeleton.tsx';
import { LazyComponent } from '../../../ui/loading/LazyComponent.tsx';
import type { Slots } from './ComposingForm.tsx';
import { newDraft, type Patient } from './draft/draft.ts';
import { NEW, readTarget } from './target.ts';
import type { FetchCurrent } from './use-composing.ts';

const loadNew = () => import('./NewPrescription.tsx').then((module) => module.NewPrescription);
const loadReuse = () => import('./ReusePrescription.tsx').then((module) => module.ReusePrescription);
const loadEdit = () => import('./EditPrescription.tsx').then((module) => module.EditPrescription);

/** Preloads the form, so that it opens on a slow connection too. */
export function preloadComposing(): void {
  loadNew().catch(() => null);
}

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
        <LazyComponent
          key={patient?.draft ?? NEW}
          load={loadNew}
          props={{ ...props, name: patient?.draft ?? null, first: newDraft(patient), onCreated }}
          height={400}
        />
      ) : null}
      {shown?.how === 'renew' || shown?.how === 'copy' ? (
        <LazyComponent
          key={last.current}
          load={loadReuse}
          props={{ ...props, ...shown, onCreated }}
          height={400}
        />
      ) : null}
      {shown?.how === 'edit' ? (
        <LazyComponent
          key={shown.number}
          load={loadEdit}
          props={{ ...props, number: shown.number }}
          height={400}
        />
      ) : null}
    </ResponsiveDialog>
  );
}
