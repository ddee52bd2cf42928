import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ResponsiveDialog } from '../../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../../ui/dialog/use-dialog-address.ts';
import { LazyPart } from '../../../ui/loading/LazyPart.tsx';
import type { PrescriptionScope } from '../api.ts';
import { OPENED } from '../use-opened-link.ts';

const load = () => import('./OpenPrescription.tsx').then((module) => module.OpenPrescription);

/** Fetches that code ahead, so that a prescription opens on a weak line too. */
export function preloadPrescription(): void {
  load().catch(() => null);
}

/** Words in the address of what opens above this dialog. */
const ABOVE = ['delete', 'fichier'];

type Props = {
  scope: PrescriptionScope;
  /** Another dialog has taken its place. */
  hidden?: boolean;
  fileLink: (key: string) => ReactNode;
  /** Given to those who may change what they wrote. */
  onEdit?: (number: string) => void;
  /** The address of the order that used it, for those who see both. */
  orderAddress?: (orderId: string) => string;
};

/** The prescription that the page's address names. */
export function PrescriptionDialog({ hidden = false, onEdit, ...shown }: Props) {
  const { value: number, opened, close } = useDialogAddress(OPENED);
  const [search] = useSearchParams();
  const isCovered = ABOVE.some((word) => search.has(word));
  // What it was about stays in it while it fades.
  const last = useRef(number);
  last.current = number ?? last.current;
  return (
    <ResponsiveDialog
      opened={opened && !hidden}
      // Escape reaches every open dialog: it is meant for the uppermost.
      onClose={() => {
        if (!isCovered) close();
      }}
      title={`Ordonnance ${last.current ?? ''}`}
      size="lg"
    >
      {last.current === null ? null : (
        <LazyPart
          key={last.current}
          load={load}
          props={{
            ...shown,
            number: last.current,
            ...(onEdit && { onEdit: () => onEdit(last.current ?? '') }),
            onClose: close,
          }}
          height={400}
        />
      )}
    </ResponsiveDialog>
  );
}
