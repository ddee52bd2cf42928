import { Paper, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './StatCard.module.css';

type Props = {
  label: string;
  /** A number or an amount, already formatted. */
  value: ReactNode;
  icon?: Icon;
};

export function StatCard({ label, value, icon: Glyph }: Props) {
  return (
    <Paper className={styles.card} withBorder>
      <dl className={styles.pair}>
        <dt className={styles.label}>
          {Glyph ? <Glyph size={18} stroke={1.75} aria-hidden="true" /> : null}
          <Text component="span" size="xs" c="dimmed">
            {label}
          </Text>
        </dt>
        <dd className={styles.value}>{value}</dd>
      </dl>
    </Paper>
  );
}
