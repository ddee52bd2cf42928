import { Link, type LinkProps } from 'react-router';
import { formatNumber } from '../../../lib/format/money.ts';
import styles from './FilterLinks.module.css';

type Props = {
  label: string;
  options: readonly {
    label: string;
    isCurrent: boolean;
    link: Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
    /** Number of matching rows. */
    count?: number;
  }[];
};

/** A filter with few options, each a link. */
export function FilterLinks({ label: name, options }: Props) {
  return (
    <nav className={styles.links} aria-label={name}>
      {options.map(({ label, isCurrent, link, count }) => (
        <Link key={label} {...link} className={styles.link} aria-current={isCurrent ? 'true' : undefined}>
          {label} {count === undefined ? null : <span className={styles.count}>{formatNumber(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
