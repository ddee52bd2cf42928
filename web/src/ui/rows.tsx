import { Button, type ButtonProps } from '@mantine/core';
import { IconFileInvoice, IconLogout, IconPencil, IconTrash } from '@tabler/icons-react';
import type { CSSProperties, KeyboardEvent, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import type { List } from '../lib/lists.ts';
import styles from './rows.module.css';
import { asElement } from './text.tsx';

/** The heading of a column; `end` for amounts and actions. */
type Heading = string | { end: string };

type RowsProps = {
  label: string;
  list: Pick<List, 'isOutdated'>;
  /** Headings of the columns on a wide screen; cards and screen readers use the labels of the cells. */
  headings?: readonly Heading[];
  /** `grid-template-columns` of a line, one column per cell. */
  columns: string;
  /** `grid-template-columns` on a tablet, with two cells in each column; without it a row is one line there too. */
  tablet?: string;
  ref?: Ref<HTMLUListElement>;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
};

/** The rows of a list: cards on a phone, lines from a tablet on. */
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
  /** `grid-template-columns` of a card, if not the usual two. */
  card?: string;
  className?: string | undefined;
  children: ReactNode;
};

/** `card` of a row of two amounts, side by side: millions of francs fit in each half of a card on 320 px. */
export const HALVES = 'repeat(2, minmax(0, 1fr))';

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
  /** Its place in a card: by default a whole line. */
  card?: 'half' | 'corner';
  end?: boolean;
  /** Small and dimmed. */
  quiet?: boolean;
  /** Hidden while a row is open beside the list. */
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

/** A value with its label, which is visually hidden when the column has a heading. */
export function Fact({ label, children }: FactProps) {
  return (
    <div>
      <span className={styles.label}>{`${label} `}</span>
      {asElement(children)}
    </div>
  );
}

/** The link of a row: the whole row opens it, and `useRowKeys` focuses it. */
export function RowLink({ id, ...link }: LinkProps & { id: string }) {
  return <Link {...link} className={styles.link} translate="no" data-row={id} />;
}

/** The name of a row, with a second line. */
export function RowName({ below, children }: { below?: ReactNode; children: ReactNode }) {
  return (
    <>
      <div className={styles.name} translate="no">
        {children}
      </div>
      {below ? <div className={styles.below}>{below}</div> : null}
    </>
  );
}

export function RowActions({ children }: { children: ReactNode }) {
  return <div className={`${styles.cell} ${styles.actions} ${styles.buttons}`}>{children}</div>;
}

type ActionProps = ButtonProps & {
  /** Action and row: « Modifier », « Afi Dossou ». */
  word: string;
  name: string;
  title?: string;
  onClick: () => void;
};

export function ActionButton({ word, name, ...button }: ActionProps) {
  return (
    <Button variant="default" aria-label={`${word} ${name}`} {...button}>
      {word}
    </Button>
  );
}

const icon = { size: 18, 'aria-hidden': true } as const;
/** From a tablet on, only the icon of these buttons is visible. */
const glyph = { root: styles.glyph, label: styles.glyphWord, section: styles.glyphIcon };

type RowButtonProps = Pick<ActionProps, 'name' | 'onClick'>;

export function EditButton(props: RowButtonProps) {
  return (
    <ActionButton
      word="Modifier"
      title="Modifier"
      leftSection={<IconPencil {...icon} />}
      classNames={glyph}
      {...props}
    />
  );
}

export function StatementsButton({ name, onClick }: RowButtonProps) {
  return (
    <ActionButton
      word="Relevés"
      name={`de ${name}`}
      title="Relevés"
      leftSection={<IconFileInvoice {...icon} />}
      classNames={glyph}
      onClick={onClick}
    />
  );
}

export function EndSessionsButton(props: RowButtonProps) {
  return (
    <ActionButton
      word="Fermer les sessions"
      title="Fermer les sessions"
      leftSection={<IconLogout {...icon} />}
      classNames={glyph}
      {...props}
    />
  );
}

export function DeleteButton(props: RowButtonProps) {
  return (
    <ActionButton
      word="Supprimer"
      title="Supprimer"
      variant="subtle"
      color="red"
      leftSection={<IconTrash {...icon} />}
      classNames={glyph}
      {...props}
    />
  );
}
