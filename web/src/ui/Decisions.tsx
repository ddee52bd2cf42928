import { Title } from '@mantine/core';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './decisions.module.css';
import { EmptyState, QueryState } from './feedback.tsx';

type Props<T> = {
  title: string;
  query: ComponentProps<typeof QueryState>['query'] & { data: readonly T[] | undefined };
  /** How many there usually are. */
  rows?: number;
  /** Shown when there is none. */
  emptyTitle: string;
  emptyText: string;
  keyOf: (waiting: T) => string;
  children: (waiting: T) => ReactNode;
};

/** The cases that wait for a decision, one card each. */
export function Decisions<T>({ title, query, rows = 1, emptyTitle, emptyText, keyOf, children }: Props<T>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <Title order={2} size="h3" id={id}>
        {title}
      </Title>
      {query.data === undefined ? <QueryState query={query} rows={rows} height={160} /> : null}
      {query.data?.length === 0 ? (
        <EmptyState title={emptyTitle} titleOrder={3}>
          {emptyText}
        </EmptyState>
      ) : null}
      <ul className={styles.list}>
        {query.data?.map((waiting) => (
          <li key={keyOf(waiting)}>{children(waiting)}</li>
        ))}
      </ul>
    </section>
  );
}
