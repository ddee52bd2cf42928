import { Button, Stack } from '@mantine/core';
import { DownloadButton } from '../../ui/download.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { CountLine, ListState } from '../../ui/listing.tsx';
import { Rows } from '../../ui/rows.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { fetchJournalFile, useJournal } from './api.ts';
import { JournalFold } from './JournalFold.tsx';
import { JournalRow } from './JournalRow.tsx';
import { describeFilters, journalFilters } from './journal-filters.ts';

const FAILED = 'Erreur lors du chargement du journal';

/** Who changed, read or opened what. */
export function Journal() {
  const { filters, change, clear, linkTo } = useSearchParamFilters(journalFilters);
  const list = useJournal(filters);
  const described = describeFilters(filters, list.named);
  return (
    <Stack gap={4}>
      <JournalFold filters={filters} onChange={change} linkTo={linkTo} />
      <CountLine
        list={list}
        noun="ligne"
        where={list.total > 1 ? 'affichées' : 'affichée'}
        filters={described}
        onClear={clear}
        failed={FAILED}
        action={<DownloadButton what="le journal" name="journal" read={() => fetchJournalFile(filters)} />}
      />
      <ListState
        list={list}
        isFiltered={described.length > 0}
        onClear={clear}
        failed={FAILED}
        empty={
          <EmptyState title="Le journal est vide">
            Chaque changement et chaque lecture d’un dossier s’y écrivent.
          </EmptyState>
        }
        noMatch={{
          title: 'Aucune ligne ne correspond',
          hint: 'Changez un filtre, ou la période.',
          clear: 'Voir tout le journal',
        }}
      >
        <Rows
          label="Journal"
          list={list}
          headings={['Quand', 'Ce qui a été fait', 'Rôle', 'Voir aussi']}
          columns="11rem minmax(0, 2fr) 10rem minmax(0, 1fr)"
          tablet="11rem minmax(0, 1fr)"
        >
          {list.rows.map((line) => (
            <JournalRow key={line._id} line={line} linkTo={linkTo} />
          ))}
        </Rows>
        {list.hasMore ? (
          <Button
            display="block"
            mx="auto"
            mt="md"
            variant="default"
            onClick={() => void list.loadMore()}
            loading={list.isLoadingMore}
          >
            Voir plus
          </Button>
        ) : null}
      </ListState>
    </Stack>
  );
}
