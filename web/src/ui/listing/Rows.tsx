import type { CSSProperties, KeyboardEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import type { List } from '../../lib/api/lists.ts';
import styles from './rows.module.css';

/** The heading of a column; of amounts and actions at its end. */
export type Heading = string | { end: string };

type RowsProps = {
  label: string;
  list: Pick<List, 'isOutdated'>;
  /** Headings of the columns where there is room for them; cards and screen readers have the labels of the cells. */
  headings?: readonly Heading[];
  /** `grid-template-columns` of one line, a column for each cell. */
  columns: string;
  /** Columns of two cells each, one below the other, for a tablet that has no room for a line; none where it has. */
  tablet?: string;
  ref?: Ref<HTMLUListElement>;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

/** Rows of a list: cards on a phone, from a tablet on rows of a table. */
export function Rows({ label, list, headings = [], columns, tablet, ref, onKeyDown, children }: RowsProps) {
  const grids = {
    '--columns': columns,
    '--tablet': tablet === undefined ? `auto / ${columns}` : `auto auto / ${tablet}`,
  } as CSSProperties;
  return (
    <div className={styles.frame} style={grids} data-fits={tablet === undefined || undefined}>
      {headings.length === 0 ? null : (
        <div className={styles.headings} aria-hidden="true">
          {headings.map((heading) =>
            typeof heading === 'string' ? (
              <span key={heading}>{heading}</span>
            ) : (
              <span key={heading.end} data-end>
                {heading.end}
              </span>
            ),
          )}
        </div>
      )}
      <ul
        ref={ref}
        className={styles.list}
        aria-label={label}
        aria-busy={list.isOutdated}
        data-outdated={list.isOutdated || undefined}
        onKeyDown={onKeyDown}
      >
        {children}
      </ul>
    </div>
  );
}

type RowProps = {
  /** Opened beside the list, or selected in it. */
  isCurrent?: boolean;
  /** `grid-template-columns` of a card that has others than two. */
  card?: string;
  className?: string | undefined;
  children: ReactNode;
};

export function Row({ isCurrent = false, card, className = '', children }: RowProps) {
  return (
    <li
      className={`${styles.row} ${className}`}
      data-current={isCurrent || undefined}
      style={card === undefined ? undefined : ({ '--card': card } as CSSProperties)}
    >
      {children}
    </li>
  );
}

type CellProps = {
  /** Its place in a card: a whole line, half of one, or the upper corner. */
  card?: 'half' | 'corner';
  end?: boolean;
  /** Small and dimmed. */
  quiet?: boolean;
  /** Left out where the open row is shown beside the list. */
  optional?: boolean;
  children: ReactNode;
};

export function Cell({ card, end = false, quiet = false, optional = false, children }: CellProps) {
  return (
    <div
      className={styles.cell}
      data-card={card}
      data-end={end || undefined}
      data-quiet={quiet || undefined}
      data-optional={optional || undefined}
    >
      {children}
    </div>
  );
}

type FactProps = { label: string; children: ReactNode };

/** A value with its name, which only screen readers read where the column has a heading. */
export function Fact({ label, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <span className={styles.label}>{label} </span>
      {children}
    </div>
  );
}

/** The link of a row: all of it opens the row, and the keys of `useRowKeys` find it. */
export function RowLink({ id, ...link }: LinkProps & { id: string }) {
  return <Link {...link} className={styles.link} data-row={id} />;
}

/** The name of a row, and what is said below it. */
export function RowName({ below, children }: { below?: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className={styles.name}>{children}</div>
      {below ? <div className={styles.below}>{below}</div> : null}
    </>
  );
}

/** Badges or tags side by side. */
export function Tags({ children }: { children: ReactNode }) {
  return <div className={styles.tags}>{children}</div>;
}
