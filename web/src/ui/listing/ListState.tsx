import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { List } from '../../lib/api/lists.ts';
import type { PictogramName } from '../art/Pictogram.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { ListSkeleton } from '../feedback/ListSkeleton.tsx';
import { QueryState } from '../feedback/QueryState.tsx';

type Props = {
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
export function ListState(props: Props) {
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
