import { Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { CountLine, ListState, MoreButton } from '../../ui/listing.tsx';
import { Cell, Fact, Row, RowLink, Rows } from '../../ui/rows.tsx';
import type { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { DateTime, Money } from '../../ui/text.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import type { ListedPrescriptions, PrescriptionScope } from './api.ts';
import { Filters } from './filtering/Filters.tsx';
import { describeFilters, type PrescriptionFilters } from './filtering/prescription-filters.ts';
import { UseBadge } from './UseBadge.tsx';
import { useOpenedLink } from './use-opened-link.ts';

type Props = {
  scope: PrescriptionScope;
  list: ListedPrescriptions;
  searchParams: ReturnType<typeof useSearchParamFilters<PrescriptionFilters>>;
  /** Shown in place of an empty list without filters. */
  empty: ReactNode;
  /** `ListAction`. */
  action?: ReactNode;
  /** Other figures, after the filters. */
  figures?: ReactNode;
  /** Whose list it is. */
  owner?: string;
};

/** The list of all prescriptions has a column for the prescriber. */
const layouts = {
  mine: {
    label: 'Mes ordonnances',
    allLabel: 'Créées',
    headings: ['Numéro', 'Patient', 'Créée', 'État', { end: 'Total' }],
    columns: '9rem minmax(0, 1fr) minmax(7rem, 11.5rem) 8.5rem 6.5rem',
    tablet: 'minmax(0, 1fr) minmax(0, 1fr) 9rem',
    searchLabel: 'Patient ou téléphone',
    noMatch: { hint: 'Changez le filtre, le nom ou le téléphone cherché.', pictogram: 'phone' },
    skeletonRows: 6,
  },
  all: {
    label: 'Ordonnances',
    allLabel: 'Toutes',
    headings: ['Numéro', 'Patient', 'Prescripteur', 'Créée', 'État', { end: 'Total' }],
    columns: '9rem minmax(0, 1fr) minmax(0, 1fr) 11.5rem 8.5rem 6rem',
    tablet: 'minmax(0, 1fr) minmax(0, 1fr) 9rem',
    searchLabel: 'Patient, téléphone ou numéro',
    noMatch: { hint: 'Changez le filtre, le nom, le téléphone ou le numéro cherché.' },
    skeletonRows: 8,
  },
} as const;

/** The filters, and the prescriptions that match them. */
export function PrescriptionList({ scope, list, searchParams, empty, action, figures, owner }: Props) {
  const { filters, isFiltered, change, clear } = searchParams;
  const linkTo = useOpenedLink();
  const { label, allLabel, headings, columns, tablet, searchLabel, noMatch, skeletonRows } = layouts[scope];
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({ list: rows });
  return (
    <Stack gap={4}>
      <Filters
        filters={filters}
        searchLabel={searchLabel}
        onChange={change}
        linkTo={searchParams.linkTo}
        onSearchKey={onSearchKey}
        counts={list.latest?.counts}
        allLabel={allLabel}
        figures={figures}
        action={action}
      />
      <CountLine
        list={list}
        noun="ordonnance"
        {...(owner !== undefined && { owner, title: label })}
        shown={list.rows.length}
        filters={describeFilters(filters)}
        onClear={clear}
      />
      <ListState
        list={list}
        isFiltered={isFiltered}
        onClear={clear}
        rows={skeletonRows}
        empty={empty}
        noMatch={{ title: 'Aucune ordonnance ne correspond', ...noMatch }}
      >
        <Rows
          label={label}
          list={list}
          headings={headings}
          columns={columns}
          tablet={tablet}
          ref={rows}
          onKeyDown={onListKey}
        >
          {list.rows.map(({ _id, prescriptionNumber: number, createdAt, used, total, ...row }) => (
            <Row key={_id}>
              <Cell card="half">
                <RowLink id={number} {...linkTo(number)} preventScrollReset>
                  {number}
                </RowLink>
              </Cell>
              <Cell>{row.patientName}</Cell>
              {scope === 'mine' ? null : (
                <Cell>
                  <Fact label="Prescripteur">{row.prescriptorName}</Fact>
                </Cell>
              )}
              <Cell card="half">
                <DateTime at={createdAt} />
              </Cell>
              <Cell card="corner">
                <UseBadge used={used} />
              </Cell>
              <Cell card="half" end>
                <Fact label="Total">
                  <Money amount={total} />
                </Fact>
              </Cell>
            </Row>
          ))}
        </Rows>
        <MoreButton list={list} />
      </ListState>
    </Stack>
  );
}
