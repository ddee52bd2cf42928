import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { List } from '../../lib/api/lists.ts';
import type { PictogramName } from '../art/Pictogram.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { ListSkeleton } from '../feedback/ListSkeleton.tsx';
import { Unanswered } from '../feedback/Unanswered.tsx';

type Props = {
  list: List;
  /** What is said where nothing is filtered and there is none. */
  empty: ReactNode;
  isFiltered?: boolean;
  onClear?: () => void;
  /** What is said where none matches the filters. */
  noMatch?: { title: string; hint?: string; clear?: string; pictogram?: PictogramName };
  /** The shape of the list to come. */
  rows?: number;
  height?: number;
  /** The screen's own words for a failure without any. */
  failed?: string;
  children: ReactNode;
};

/** The list, or in its place: its shape while it loads, why it failed, or what to do where there is none. */
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
      <Unanswered
        asked={list}
        rows={rows}
        height={height}
        {...(failed === undefined ? {} : { words: failed })}
      />
    );
  if (list.rows.length > 0) return children;
  // A page past the last one: the last one is on its way.
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
