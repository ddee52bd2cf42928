import type { Icon } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import type { Tone } from '../theme/palette.ts';
import styles from './StateBadge.module.css';

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
