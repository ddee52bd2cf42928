import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ResponsiveDialog } from '../../../ui/dialog.tsx';
import { useDialogUrl } from '../../../ui/use-dialog-url.ts';
import type { PrescriptionScope } from '../api.ts';
import type { Reuse } from '../composing/target.ts';
import { OPENED } from '../use-opened-link.ts';
import { OpenPrescription } from './OpenPrescription.tsx';

/** Search params of dialogs above this one. */
const ABOVE = ['delete', 'fichier'];

type Props = {
  scope: PrescriptionScope;
  /** Another dialog replaces it. */
  hidden?: boolean;
  fileLink: (key: string) => ReactNode;
  /** Renders a button below the number of an unused prescription. */
  give?: (prescription: Prescription) => ReactNode;
  /** Present when the user may edit their prescriptions. */
  onEdit?: (number: string) => void;
  /** Present when the user may prescribe: a new prescription with the lines of this one. */
  onReuse?: (how: Reuse, number: string) => void;
  /** URL of the order that used it, present when the user may see orders. */
  orderUrl?: (orderId: string) => string;
};

/** The dialog of the prescription in the URL. */
export function PrescriptionDialog({ hidden = false, onEdit, onReuse, ...shown }: Props) {
  const { value: number, opened, close } = useDialogUrl(OPENED);
  const [search] = useSearchParams();
  const isCovered = ABOVE.some((name) => search.has(name));
  // The content stays rendered during the closing transition.
  const last = useRef(number);
  last.current = number ?? last.current;
  return (
    <ResponsiveDialog
      opened={opened && !hidden}
      // Escape reaches every open dialog: it must close only the upper one.
      onClose={() => {
        if (!isCovered) close();
      }}
      title={`Ordonnance ${last.current ?? ''}`}
      size="lg"
    >
      {last.current === null ? null : (
        <OpenPrescription
          key={last.current}
          {...shown}
          number={last.current}
          {...(onEdit && { onEdit: () => onEdit(last.current ?? '') })}
          {...(onReuse && { onReuse: (how: Reuse) => onReuse(how, last.current ?? '') })}
          onClose={close}
        />
      )}
    </ResponsiveDialog>
  );
}
