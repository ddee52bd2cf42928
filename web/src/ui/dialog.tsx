import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { lazyDialog } from './lazy.tsx';

/** A dialog that fills the screen below 768 px. Screens whose dialogs must open offline preload it. */
export const ResponsiveDialog = lazyDialog(() =>
  import('./DialogSurface.tsx').then((module) => module.DialogSurface),
);

type Props = {
  opened: boolean;
  onClose: () => void;
  /** The question, which is the title of the dialog. */
  question: string;
  /** Names what is confirmed: « Cadjèhoun, 13 quartiers ». */
  children?: ReactNode;
  /** A verb: « Supprimer », « Terminer ». */
  confirmLabel: string;
  /** Closes without confirming. */
  closeLabel?: string;
  onConfirm: () => void;
  pending?: boolean;
  danger?: boolean;
  /** There is nothing to confirm yet. */
  disabled?: boolean;
};

export function ConfirmDialog(props: Props) {
  const {
    opened,
    onClose,
    question,
    children,
    confirmLabel,
    closeLabel = 'Annuler',
    onConfirm,
    pending = false,
    danger = false,
    disabled = false,
  } = props;
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={question} size="sm">
      {children ? (
        <Text component="div" c="dimmed">
          {children}
        </Text>
      ) : null}
      <div className={styles.buttons}>
        {/* Enter, still pressed, must not do what cannot be undone. */}
        <Button variant="default" onClick={onClose} disabled={pending} data-autofocus={danger || undefined}>
          {closeLabel}
        </Button>
        <Button
          onClick={onConfirm}
          loading={pending}
          disabled={disabled}
          {...(danger ? { color: 'red' } : {})}
          data-autofocus={!danger || undefined}
        >
          {confirmLabel}
        </Button>
      </div>
    </ResponsiveDialog>
  );
}
