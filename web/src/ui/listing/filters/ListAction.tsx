import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import styles from './FilterFold.module.css';

type Props = {
  label: string;
  /** The one next thing to do on this page. */
  isMain?: boolean;
  onClick: () => void;
};

/** Adds to a list, at the end of its line; on a phone only its icon is visible. */
export function ListAction({ label, isMain = false, onClick }: Props) {
  return (
    <Button
      className={styles.action}
      {...(isMain && { color: 'soleil' })}
      leftSection={<IconPlus size={20} aria-hidden="true" />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
