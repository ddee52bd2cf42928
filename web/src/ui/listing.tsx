import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import { formatNumber } from '@amasin/domain/contract/format.ts';
import { Button, Loader } from '@mantine/core';
import { IconFilterOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { countOf, sentence, totalOf } from '../lib/format.ts';
import type { List } from '../lib/lists.ts';
import type { PictogramName } from './art.tsx';
import { EmptyState, ListSkeleton, QueryState } from './feedback.tsx';
import styles from './listing.module.css';

type Props = {
  list: List;
  /** French noun of a row: « commande ». */
  noun: string;
  /** The name of the list's owner, shown before the count. */
  owner?: string;
  /** The name of the list; the count then follows in brackets. */
  title?: string;
  /** Text after the count. */
  where?: string;
  /** Number of loaded rows, in a list with « Voir plus ». */
  shown?: number;
  /** Descriptions of the active filters. */
  filters?: readonly string[];
  isFiltered?: boolean;
  onClear?: () => void;
  /** Other figures of the list. */
  figures?: ReactNode;
  /** Message for an error without a response. */
  failed?: string;
  /** A button beside the line. */
  action?: ReactNode;
};

/** The number of matching and shown rows, the active filters, and a button to clear them. */
export function CountLine(props: Props) {
  const { list, noun, owner, title, where, filters = [], figures, onClear, failed, action } = props;
  const { total, isPending, isFetching } = list;
  const { shown = total, isFiltered = filters.length > 0 } = props;
  const line = (
    <div className={styles.line}>
      {owner === undefined ? null : <strong className={styles.owner}>{owner}</strong>}
      <span role="status">
        {isPending || list.error !== null ? null : list.isOutdated ? (
          // The rows are still those of the former search.
          'Recherche…'
        ) : (
          <>
            <strong>
              {title === undefined ? totalOf(total, noun) : `${title} (${formatNumber(total)})`}
            </strong>
            {where === undefined ? null : <span>{` ${where}`}</span>}
            {shown < total ? (
              <span className={styles.shown}>{` · ${formatNumber(shown)} à l’écran`}</span>
            ) : null}
            {filters.length === 0 ? null : <span>{filters.map((text) => ` · ${text}`).join('')}</span>}
          </>
        )}
      </span>
      {figures}
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

type StaleProps = { list: List; failed?: string; text?: string };

/** Warns that the shown rows could not be refreshed, with a retry. */
export function StaleNotice({
  list,
  failed = 'Erreur lors du chargement des données',
  text = 'La liste peut dater.',
}: StaleProps) {
  if (list.failure === null) return null;
  return (
    <div className={styles.stale} role="alert">
      <span>{`${sentence(messageOf(list.failure, failed))} ${text}`}</span>
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

type ListStateProps = {
  list: List;
  /** Shown in place of an empty list without filters. */
  empty: ReactNode;
  isFiltered?: boolean;
  onClear?: () => void;
  /** Texts when no row matches the filters. */
  noMatch?: { title: string; hint?: string; clear?: string; pictogram?: PictogramName };
  /** Size of the skeleton. */
  rows?: number;
  height?: number;
  /** Message for an error without a response. */
  failed?: string;
  children: ReactNode;
};

/** The list, or its skeleton, error or empty state. */
export function ListState(props: ListStateProps) {
  const {
    list,
    isFiltered = false,
    onClear,
    empty,
    noMatch,
    rows = 8,
    height = 56,
    failed,
    children,
  } = props;
  if (list.isPending || list.error !== null)
    return (
      <QueryState
        query={list}
        rows={rows}
        height={height}
        {...(failed === undefined ? {} : { message: failed })}
      />
    );
  if (list.rows.length > 0) return children;
  // Past the last page: the last page is being loaded.
  if (list.total > 0) return <ListSkeleton rows={rows} height={height} />;
  if (!isFiltered || noMatch === undefined) return empty;
  const {
    title,
    hint = 'Changez un filtre, ou effacez-les tous.',
    clear = 'Tout effacer',
    pictogram,
  } = noMatch;
  return (
    <EmptyState
      title={title}
      {...(pictogram === undefined ? {} : { pictogram })}
      action={
        <Button variant="default" onClick={onClear}>
          {clear}
        </Button>
      }
    >
      {hint}
    </EmptyState>
  );
}

type MoreButtonProps = {
  list: List & { hasMore: boolean; isLoadingMore: boolean; loadMore: () => unknown };
};

/** Loads the next page of a long list, and shows how many rows remain. Nothing when all are shown. */
export function MoreButton({ list }: MoreButtonProps) {
  if (!list.hasMore) return null;
  return (
    <Button
      display="block"
      mx="auto"
      mt="md"
      variant="default"
      onClick={() => void list.loadMore()}
      loading={list.isLoadingMore}
    >
      {list.total === MAX_COUNTED + 1
        ? 'Voir plus'
        : `Voir plus (${countOf(list.total - list.rows.length, 'autre')})`}
    </Button>
  );
}
