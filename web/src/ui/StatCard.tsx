import { Paper, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './StatCard.module.css';

type Props = {
  label: string;
  /** A number or an amount, already formatted. */
  value: ReactNode;
  icon?: Icon;
  /** A second line: a comparison, or a link to the rows behind the value. */
  below?: ReactNode;
};

export function StatCard({ label, value, icon: Glyph, below }: Props) {
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
        {below === undefined ? null : <dd className={styles.below}>{below}</dd>}
      </dl>
    </Paper>
  );
}
