import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import { formatNumber } from '@amasin/domain/contract/format.ts';
import { UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import styles from './bell.module.css';

const BADGE_CAP = 9;

type Props = ComponentPropsWithRef<'button'> & { unread: number };

/** Opens the panel. The badge is capped, the accessible name has the whole number. */
export function BellButton({ unread, ...rest }: Props) {
  const shown = unread > MAX_COUNTED ? `plus de ${formatNumber(MAX_COUNTED)}` : unread;
  const suffix = unread === 0 ? '' : `, ${shown} non ${unread < 2 ? 'lue' : 'lues'}`;
  return (
    <UnstyledButton {...rest} className={styles.button} aria-label={`Notifications${suffix}`}>
      <IconBell size={24} stroke={1.75} aria-hidden="true" />
      {unread === 0 ? null : (
        <span
          className={styles.badge}
          data-count={unread > BADGE_CAP ? `${BADGE_CAP}+` : unread}
          aria-hidden="true"
        />
      )}
    </UnstyledButton>
  );
}
