import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import { Button } from '@mantine/core';
import type { List } from '../../lib/api/lists.ts';
import { countOf } from '../../lib/format/money.ts';

type Props = {
  list: List & { hasMore: boolean; isLoadingMore: boolean; loadMore: () => unknown };
};

/** Loads the next page of a long list, and shows how many rows remain. Nothing when all are shown. */
export function MoreButton({ list }: Props) {
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
