import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ResponsiveDialog } from '../../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../../ui/dialog/use-dialog-address.ts';
import { LazyPart } from '../../../ui/loading/LazyPart.tsx';
import { OPENED } from '../use-opened-link.ts';

const load = () => import('./OpenPrescription.tsx').then((module) => module.OpenPrescription);

/** Fetches that code ahead, so that a prescription opens on a weak line too. */
export function preloadPrescription(): void {
  load().catch(() => null);
}

/** Words in the address of what opens above this dialog. */
const ABOVE = ['delete', 'fichier'];

type Props = {
  /** Another dialog has taken its place. */
  hidden: boolean;
  fileLink: (key: string) => ReactNode;
  onEdit: (number: string) => void;
};

/** The prescription that the page's address names. */
export function PrescriptionDialog({ hidden, fileLink, onEdit }: Props) {
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
            number: last.current,
            fileLink,
            onEdit: () => onEdit(last.current ?? ''),
            onClose: close,
          }}
          height={400}
        />
      )}
    </ResponsiveDialog>
  );
}
