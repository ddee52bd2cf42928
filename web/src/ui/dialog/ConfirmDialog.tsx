import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './ConfirmDialog.module.css';
import { ResponsiveDialog } from './ResponsiveDialog.tsx';

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
  } = props;
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={question} size="sm">
      {children ? (
        <Text component="div" c="dimmed">
          {children}
        </Text>
      ) : null}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose} disabled={pending}>
          {closeLabel}
        </Button>
        <Button
          onClick={onConfirm}
          loading={pending}
          {...(danger ? { color: 'red' } : {})}
          data-autofocus={!danger}
        >
          {confirmLabel}
        </Button>
      </div>
    </ResponsiveDialog>
  );
}
