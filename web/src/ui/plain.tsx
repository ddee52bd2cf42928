import type { ComponentPropsWithRef } from 'react';
import styles from './plain.module.css';

// Headings and texts of what every first page shows, with the look of Mantine's: each of its components is several of React's, which
// a slow telephone hydrates one by one.

const classes = (own: string | undefined, given: string | undefined) =>
  given === undefined ? own : `${own} ${given}`;

type HeadingProps = ComponentPropsWithRef<'h2'> & { order: 1 | 2 | 3 };

export function Heading({ order, className, ...rest }: HeadingProps) {
  const Tag = `h${order}` as const;
  return <Tag className={classes(styles.title, className)} {...rest} />;
}

type ParagraphProps = ComponentPropsWithRef<'p'> & {
  /** In the size of a note. */
  small?: boolean;
  /** In grey. */
  quiet?: boolean;
};

export function Paragraph({ small, quiet, className, ...rest }: ParagraphProps) {
  return (
    <p
      className={classes(styles.text, className)}
      data-small={small || undefined}
      data-quiet={quiet || undefined}
      {...rest}
    />
  );
}
