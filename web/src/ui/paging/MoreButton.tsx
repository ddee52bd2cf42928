import { Button, type ButtonProps } from '@mantine/core';
import { countOf } from '../../lib/format/money.ts';

type Props = Pick<ButtonProps, 'fullWidth' | 'mt'> & {
  /** What a list knows of itself; `shown` of its `total` stand on the screen. */
  list: { total: number; hasMore: boolean; isLoadingMore: boolean; loadMore: () => unknown };
  shown: number;
};

/** Brings the next part of a long list, and says how many are left. Nothing where all stands. */
export function MoreButton({ list, shown, ...place }: Props) {
  if (!list.hasMore) return null;
  return (
    <Button {...place} variant="default" onClick={() => void list.loadMore()} loading={list.isLoadingMore}>
      {`Voir plus (${countOf(list.total - shown, 'autre')})`}
    </Button>
  );
}
