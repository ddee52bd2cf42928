import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import type { User } from '@amasin/domain/users/user.ts';
import { useRef } from 'react';
import { ResponsiveDialog } from '../../../ui/dialog/ResponsiveDialog.tsx';
import { LazyPart } from '../../../ui/loading/LazyPart.tsx';
import type { Slots } from './ComposingForm.tsx';
import type { FindAgain } from './use-composing.ts';

const loadNew = () => import('./NewPrescription.tsx').then((module) => module.NewPrescription);
const loadEdit = () => import('./EditPrescription.tsx').then((module) => module.EditPrescription);

/** Fetches that code ahead, so that a prescription can be written on a weak line too. */
export function preloadComposing(): void {
  loadNew().catch(() => null);
}

/** In the address, for a prescription that has no number yet. */
export const NEW = 'new';

type Props = Slots & {
  user: User;
  /** What is being written: NEW, or the number of the prescription to change; null while closed. */
  about: string | null;
  findAgain: FindAgain;
  onCreated: (prescription: Prescription) => void;
  onClose: () => void;
};

/** The form of a prescription; it fills a telephone's screen. */
export function ComposingDialog({ about, onCreated, ...props }: Props) {
  // What it was about stays in it while it fades.
  const last = useRef(about);
  last.current = about ?? last.current;
  const shown = last.current;
  return (
    <ResponsiveDialog
      opened={about !== null}
      onClose={props.onClose}
      title={shown === NEW ? 'Nouvelle ordonnance' : `Modifier ${shown ?? ''}`}
      size="lg"
    >
      {shown === NEW ? <LazyPart load={loadNew} props={{ ...props, onCreated }} height={400} /> : null}
      {shown === null || shown === NEW ? null : (
        <LazyPart key={shown} load={loadEdit} props={{ ...props, number: shown }} height={400} />
      )}
    </ResponsiveDialog>
  );
}
