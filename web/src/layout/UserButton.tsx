import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import styles from './Header.module.css';

type Props = ComponentPropsWithRef<'button'> & { name: string };

/** Opens the person's menu: initials, and the name on wide screens. */
export function UserButton({ name, ...rest }: Props) {
  return (
    <UnstyledButton {...rest} className={styles.userButtonButton}>
      <span className={styles.initials} data-initials={initialsOf(name)} aria-hidden="true" />
      <VisuallyHidden>Menu de </VisuallyHidden>
      <span className={styles.name} translate="no">
        {name}
      </span>
      <IconChevronDown size={18} aria-hidden="true" />
    </UnstyledButton>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase();
}
