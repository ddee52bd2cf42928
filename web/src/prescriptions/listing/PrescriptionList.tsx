import { Stack } from '@mantine/core';
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { LinkProps } from 'react-router';
import { StateBadge } from '../../ui/badges.tsx';
import { FilterFold, FilterLinks, SearchField } from '../../ui/filters.tsx';
import { CountLine, ListState, MoreButton } from '../../ui/listing.tsx';
import { Cell, Fact, Row, RowLink, Rows } from '../../ui/rows.tsx';
import type { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { DateTime, Money } from '../../ui/text.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import {
  describeFilters,
  type ListedPrescriptions,
  type PrescriptionFilters,
  type PrescriptionScope,
} from './api.ts';
import { useOpenedLink } from './use-opened-link.ts';

/** « Utilisée » or « En attente ». */
export function UseBadge({ used }: { used: boolean }) {
  return used ? (
    <StateBadge tone="sage" icon={IconCircleCheck} label="Utilisée" />
  ) : (
    <StateBadge tone="amber" icon={IconHourglass} label="En attente" />
  );
}

type Part = Partial<PrescriptionFilters>;
type Counts = { used: number; pending: number };
type Props = {
  filters: PrescriptionFilters;
  searchLabel: string;
  onChange: (part: Part) => void;
  linkTo: (part: Part) => Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
  onSearchKey: (event: KeyboardEvent) => void;
  counts: Counts | undefined;
  /** The label of the filter without a choice. */
  allLabel: string;
  /** Other figures, after the filters. */
  figures?: ReactNode;
  action?: ReactNode;
};

/** The three filters, in their order on screen. */
const uses = [
  { used: '', label: undefined, countIn: ({ used, pending }: Counts) => used + pending },
  { used: 'true', label: 'Utilisées', countIn: ({ used }: Counts) => used },
  { used: 'false', label: 'En attente', countIn: ({ pending }: Counts) => pending },
] as const;

function Filters(props: Props) {
  const { filters, searchLabel, onChange, linkTo, onSearchKey, counts, allLabel, figures, action } = props;
  return (
    <FilterFold
      label="Chercher parmi les ordonnances"
      chips={
        <>
          <FilterLinks
            label="Filtrer les ordonnances"
            cards
            options={uses.map(({ used, label = allLabel, countIn }) => ({
              label,
              isCurrent: filters.used === used,
              link: linkTo({ used }),
              count: counts && countIn(counts),
            }))}
          />
          {figures}
        </>
      }
      search={
        <SearchField
          label={searchLabel}
          value={filters.q}
          onSearch={(q) => onChange({ q })}
          onKeyDown={onSearchKey}
        />
      }
      action={action}
    />
  );
}

type PrescriptionListProps = {
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
export function PrescriptionList({
  scope,
  list,
  searchParams,
  empty,
  action,
  figures,
  owner,
}: PrescriptionListProps) {
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
