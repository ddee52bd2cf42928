import { Button, Loader } from '@mantine/core';
import { IconFilterOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import type { List } from '../../lib/api/lists.ts';
import { countOf, formatNumber } from '../../lib/format/money.ts';
import { sentence } from '../../lib/format/text.ts';
import styles from './CountLine.module.css';

type Props = {
  list: List;
  /** What is counted: « commande ». */
  noun: string;
  /** Where they were looked for, after the count. */
  where?: string;
  /** How many of them are shown, where « Voir plus » brings the others. */
  shown?: number;
  /** What is filtered, in words. */
  filters?: readonly string[];
  isFiltered?: boolean;
  onClear?: () => void;
  /** The screen's own words for a failure without any. */
  failed?: string;
  /** A button beside it: what adds a row. */
  action?: ReactNode;
};

/** How many rows match, how many of them are shown, what is filtered and how to undo it. */
export function CountLine(props: Props) {
  const { list, noun, where, filters = [], onClear, failed, action } = props;
  const { total, isPending, isFetching } = list;
  const { shown = total, isFiltered = filters.length > 0 } = props;
  const line = (
    <div className={styles.line}>
      <span role="status">
        {isPending || list.error !== null ? null : (
          <>
            <strong>{countOf(total, noun)}</strong>
            {where === undefined ? null : ` ${where}`}
            {shown < total ? ` · ${formatNumber(shown)} affichées` : null}
            {filters.map((words) => ` · ${words}`)}
          </>
        )}
      </span>
      {isFetching && !isPending ? <Loader size={16} aria-hidden="true" className={styles.loader} /> : null}
      {isFiltered ? (
        <Button
          className={styles.action}
          variant="subtle"
          leftSection={<IconFilterOff size={18} aria-hidden="true" />}
          onClick={onClear}
        >
          Tout effacer
        </Button>
      ) : null}
      <StaleNotice list={list} {...(failed === undefined ? {} : { failed })} />
    </div>
  );
  if (action === undefined) return line;
  return (
    <div className={styles.head}>
      {line}
      {action}
    </div>
  );
}

type StaleProps = { list: List; failed?: string; words?: string };

/** Says that what is shown could not be read again, and offers to retry. */
export function StaleNotice({
  list,
  failed = 'Erreur lors du chargement des données',
  words = 'La liste peut dater.',
}: StaleProps) {
  if (list.failure === null) return null;
  return (
    <div className={styles.stale} role="alert">
      <span>
        {sentence(messageOf(list.failure, failed))} {words}
      </span>
      <Button
        className={styles.action}
        variant="subtle"
        leftSection={<IconRefresh size={18} aria-hidden="true" />}
        onClick={() => void list.refetch()}
        loading={list.isFetching}
      >
        Réessayer
      </Button>
    </div>
  );
}
