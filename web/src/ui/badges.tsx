import { formatNumber } from '@amasin/domain/contract/format.ts';
import { VisuallyHidden } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import styles from './badges.module.css';
import type { Tone } from './theme/palette.ts';

type Props = { tone: Tone; icon: Icon; label: string };

/** A state as icon and label: colour alone would not be accessible. */
export function StateBadge({ tone, icon: Glyph, label }: Props) {
  const colors = {
    '--badge-background': `var(--tone-${tone}-background)`,
    '--badge-text': `var(--tone-${tone}-text)`,
  } as CSSProperties;
  return (
    <span className={styles.badge} style={colors}>
      <Glyph size={16} stroke={2} aria-hidden="true" />
      <span>{label}</span>
    </span>
  );
}

const MAX_SHOWN = 99;

/** A count in a round badge; screen readers read the label. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  return (
    <>
      <span
        className={styles.count}
        data-count={count > MAX_SHOWN ? `${MAX_SHOWN}+` : formatNumber(count)}
        aria-hidden="true"
      />
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  );
}

/** Badges or tags side by side. */
export function Tags({ children }: { children: ReactNode }) {
  return <div className={styles.tags}>{children}</div>;
}
