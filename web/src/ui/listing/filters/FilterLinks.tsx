import { formatNumber } from '@amasin/domain/contract/format.ts';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './FilterLinks.module.css';

export type FilterLink = {
  label: string;
  icon?: ReactNode;
  isCurrent: boolean;
  link: Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
  /** Number of matching rows; a dash while it is unknown. */
  count?: number | string | undefined;
};

type Props = {
  label: string;
  /** On one line, which its container scrolls. */
  oneLine?: boolean;
  /** On one line, each figure above its label. */
  cards?: boolean;
  options: readonly FilterLink[];
};

/** A filter with few options, each a link. */
export function FilterLinks({ label: name, oneLine = false, cards = false, options }: Props) {
  return (
    <nav
      className={styles.links}
      aria-label={name}
      data-line={oneLine || cards || undefined}
      data-cards={cards || undefined}
    >
      {options.map(({ label, icon, isCurrent, link, count }) => (
        <Link key={label} {...link} className={styles.link} aria-current={isCurrent ? 'true' : undefined}>
          <span className={styles.label}>
            {icon}
            <span>{label}</span>
          </span>{' '}
          {count === undefined ? null : (
            <span className={styles.count}>{typeof count === 'number' ? formatNumber(count) : count}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
