import type { Icon } from '@tabler/icons-react';
import type { CSSProperties, ReactNode, Ref } from 'react';
import styles from './Notice.module.css';
import { asElement } from './text.tsx';
import type { Tone } from './theme/palette.ts';

type Props = {
  tone: Tone;
  icon: Icon;
  title?: string;
  children?: ReactNode;
  /** `alert` interrupts screen readers, `status` does not; none where the notice is there from the first render. */
  role?: 'alert' | 'status';
  /** With -1 it can be focused by code. */
  tabIndex?: -1;
  ref?: Ref<HTMLDivElement>;
};

/** A message inside the page: icon and text, in the colours of the badges. */
export function Notice({ tone, icon: Glyph, title, children, role, tabIndex, ref }: Props) {
  const colors = {
    '--notice-background': `var(--tone-${tone}-background)`,
    '--notice-text': `var(--tone-${tone}-text)`,
  } as CSSProperties;
  return (
    <div ref={ref} className={styles.notice} style={colors} role={role} tabIndex={tabIndex}>
      <Glyph className={styles.icon} size={22} stroke={1.75} aria-hidden="true" />
      <div className={styles.text}>
        {title ? <strong>{title}</strong> : null}
        {asElement(children)}
      </div>
    </div>
  );
}
