import { PAGE_SIZE } from '@amasin/domain/contract/paging.ts';
import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { StockLine, StockList } from '@amasin/domain/stock/stock.ts';
import { Button, Stack, Text } from '@mantine/core';
import { IconClockExclamation, IconFileImport, IconPackage, IconPackageOff } from '@tabler/icons-react';
import { countOf, formatMoment } from '../lib/format.ts';
import { listOf } from '../lib/lists.ts';
import { useNow } from '../lib/use-now.ts';
import { StateBadge } from '../ui/badges.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { SearchField } from '../ui/filters.tsx';
import { lazyDialog } from '../ui/lazy.tsx';
import { CountLine, ListState } from '../ui/listing.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageButtons } from '../ui/PageButtons.tsx';
import { ActionButton, Cell, Fact, Row, RowActions, RowName, Rows } from '../ui/rows.tsx';
import { useSearchParamFilters } from '../ui/search-param-filters.ts';
import { DateTime, Money } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { stockFilters, useStock, useSwitchStock } from './api.ts';
import { StockKeys } from './StockKeys.tsx';
import { UnknownNames } from './UnknownNames.tsx';

const ListDialog = lazyDialog(() => import('./ListDialog.tsx').then((module) => module.ListDialog));

/** « Ma liste »: what the pharmacy has, when it said so, and the keys of its programs. */
export function OwnStock() {
  const { filters, change, isFiltered, clear } = useSearchParamFilters(stockFilters);
  const query = useStock(filters);
  const list = listOf(query, query.data?.lines, query.data?.total);
  const dialog = useDialogUrl('fichier');
  const give = (
    <Button leftSection={<IconFileImport size={20} aria-hidden="true" />} onClick={() => dialog.open()}>
      Donner une liste
    </Button>
  );
  return (
    <Stack gap={32}>
      <Stack gap={12}>
        {query.data?.list ? <Summary list={query.data.list} /> : null}
        {query.data?.list ? <div>{give}</div> : null}
        {query.data?.list ? (
          <SearchField
            label="Chercher dans ma liste"
            value={filters.q}
            onSearch={(q) => change({ q })}
            maxLength={80}
          />
        ) : null}
        <CountLine list={list} noun="médicament" isFiltered={isFiltered} onClear={clear} />
        <ListState
          list={list}
          isFiltered={isFiltered}
          onClear={clear}
          noMatch={{ title: 'Aucun médicament de ce nom', hint: 'Une nouvelle liste remplace celle-ci.' }}
          empty={
            <EmptyState title="Pas encore de liste" pictogram="pharmacy" action={give}>
              Donnez un fichier de votre logiciel : les clients voient ce que vous avez, et les commandes vous
              viennent plus justes.
            </EmptyState>
          }
        >
          <Rows
            label="Ma liste"
            list={list}
            headings={['Médicament', { end: 'Mon prix' }, 'État', 'Vu', { end: 'Action' }]}
            columns="minmax(0, 1fr) 7rem 9rem 9rem 9rem"
          >
            {list.rows.map((line) => (
              <LineRow key={line._id} line={line} />
            ))}
          </Rows>
        </ListState>
        <PageButtons list={list} size={PAGE_SIZE} page={filters.page} onPage={(page) => change({ page })} />
      </Stack>
      <StockKeys />
      <ListDialog opened={dialog.opened} onClose={dialog.close} />
    </Stack>
  );
}

function Summary({ list }: { list: StockList }) {
  const now = useNow();
  const { there, missing, unknown, refused, unknownNames } = list;
  const [seenAt, until] = [new Date(list.seenAt), new Date(list.until)];
  const seen = formatMoment(seenAt, now);
  return (
    <>
      {until <= now ? (
        <Notice tone="amber" icon={IconClockExclamation} title={`Votre liste date du ${seen}`}>
          {`Elle n’est plus crue depuis le ${formatMoment(until, now)}. Donnez-en une nouvelle pour apparaître dans les recherches.`}
        </Notice>
      ) : (
        <Text>{`Liste vue le ${seen}, crue jusqu’au ${formatMoment(until, now)}.`}</Text>
      )}
      <Text>
        {[
          `${countOf(there, 'médicament')} en stock`,
          countOf(missing, 'absent'),
          ...(unknown === 0 ? [] : [countOf(unknown, 'inconnu du catalogue', 'inconnus du catalogue')]),
          ...(refused === 0 ? [] : [countOf(refused, 'ligne écartée', 'lignes écartées')]),
        ].join(' · ')}
      </Text>
      {unknownNames.length === 0 ? null : <UnknownNames names={unknownNames} total={unknown} />}
    </>
  );
}

function LineRow({ line }: { line: StockLine }) {
  const { _id, label, form, there, price, seenAt } = line;
  const turn = useSwitchStock();
  return (
    <Row>
      <Cell>
        <RowName below={medicationFormLabels[form]}>{label}</RowName>
      </Cell>
      <Cell card="half" end>
        <Fact label="Mon prix">{price === null ? '–' : <Money amount={price} />}</Fact>
      </Cell>
      <Cell card="half">
        {there ? (
          <StateBadge tone="teal" icon={IconPackage} label="En stock" />
        ) : (
          <StateBadge tone="amber" icon={IconPackageOff} label="Absent" />
        )}
      </Cell>
      <Cell quiet>
        <Fact label="Vu">
          <DateTime at={seenAt} />
        </Fact>
      </Cell>
      <RowActions>
        <ActionButton
          word={there ? 'N’y est plus' : 'Est là'}
          name={label}
          loading={turn.isPending}
          onClick={() => turn.mutate({ id: _id, there: !there })}
        />
      </RowActions>
    </Row>
  );
}
