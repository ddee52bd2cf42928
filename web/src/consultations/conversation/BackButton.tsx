import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Ref } from 'react';
import '@mantine/core/styles/ActionIcon.layer.css';
import styles from './conversation.module.css';

type Props = {
  label: string;
  onClick: () => void;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
};

/** Returns from a conversation to the list; shown before the name in the header. */
export function BackButton({ label, onClick, className = '', ref }: Props) {
  return (
    <ActionIcon
      ref={ref}
      className={`${styles.back} ${className}`}
      variant="subtle"
      size={44}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <IconArrowLeft size={22} aria-hidden="true" />
    </ActionIcon>
  );
}
