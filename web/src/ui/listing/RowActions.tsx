import { Button, type ButtonProps } from '@mantine/core';
import { IconFileInvoice, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './RowActions.module.css';
import rows from './rows.module.css';

export function RowActions({ children }: { children: ReactNode }) {
  return <div className={`${rows.cell} ${rows.actions} ${styles.buttons}`}>{children}</div>;
}

type ActionProps = ButtonProps & {
  /** Action and row: « Modifier », « Afi Dossou ». */
  word: string;
  name: string;
  title?: string;
  onClick: () => void;
};

export function ActionButton({ word, name, ...button }: ActionProps) {
  return (
    <Button variant="default" aria-label={`${word} ${name}`} {...button}>
      {word}
    </Button>
  );
}

const icon = { size: 18, 'aria-hidden': true } as const;
/** Icon buttons from a tablet on. */
const glyph = { root: styles.glyph, label: styles.glyphWord, section: styles.glyphIcon };

type EventProps = Pick<ActionProps, 'name' | 'onClick'>;

export function EditButton(props: EventProps) {
  return (
    <ActionButton
      word="Modifier"
      title="Modifier"
      leftSection={<IconPencil {...icon} />}
      classNames={glyph}
      {...props}
    />
  );
}

export function StatementsButton({ name, onClick }: EventProps) {
  return (
    <ActionButton
      word="Relevés"
      name={`de ${name}`}
      title="Relevés"
      leftSection={<IconFileInvoice {...icon} />}
      classNames={glyph}
      onClick={onClick}
    />
  );
}

export function DeleteButton(props: EventProps) {
  return (
    <ActionButton
      word="Supprimer"
      title="Supprimer"
      variant="subtle"
      color="red"
      leftSection={<IconTrash {...icon} />}
      classNames={glyph}
      {...props}
    />
  );
}
