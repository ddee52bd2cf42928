import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Unanswered } from '../../ui/feedback/Unanswered.tsx';
import type { OrdersInList } from '../api.ts';

type Props = {
  list: OrdersInList;
  /** Something is filtered. */
  chosen: boolean;
  onClear: () => void;
  /** What an empty list says when nothing is filtered. */
  empty: ReactNode;
  /** Height in pixels of one row of the list to come. */
  rowHeight?: number;
  children: ReactNode;
};

/** The list, or what stands in its place: its shape while it loads, why it failed, or what to do about emptiness. */
export function ListState({ list, chosen, onClear, empty, rowHeight = 56, children }: Props) {
  if (list.isPending || list.error !== null) return <Unanswered asked={list} rows={8} height={rowHeight} />;
  if (list.orders.length > 0) return children;
  if (!chosen) return empty;
  return (
    <EmptyState
      title="Aucune commande ne correspond"
      action={
        <Button variant="default" onClick={onClear}>
          Tout effacer
        </Button>
      }
    >
      Changez un filtre, ou effacez-les tous.
    </EmptyState>
  );
}
