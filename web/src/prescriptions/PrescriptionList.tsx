import type { Closing } from '@amasin/domain/prescriptions/line.ts';
import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { Stack } from '@mantine/core';
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { StateBadge } from '../ui/badges.tsx';
import { FilterFold, FilterLinks, SearchField } from '../ui/filters.tsx';
import { CountLine, ListState, MoreButton } from '../ui/listing.tsx';
import { Cell, Fact, Row, RowLink, Rows } from '../ui/rows.tsx';
import { useSearchParamFilters } from '../ui/search-param-filters.ts';
import { DateTime, Money } from '../ui/text.tsx';
import { useDialogUrl } from '../ui/use-dialog-url.ts';
import { useRowKeys } from '../ui/use-row-keys.ts';
import { describeFilters, type PrescriptionScope, prescriptionFilters, usePrescriptions } from './api.ts';
import { isBegun } from './line-words.ts';

/** Search param of the open prescription. */
export const OPENED = 'prescription';

const closingLabels: Readonly<Record<Closing, string>> = {
  renounced: 'Reste non pris',
  withdrawn: 'Arrêtée',
  expired: 'Expirée',
  single: 'Utilisée',
};

/** What has become of a prescription. */
export function UseBadge(prescription: Pick<Prescription, 'used' | 'closing' | 'items'>) {
  const { used, closing } = prescription;
  if (!used)
    return (
      <StateBadge
        tone="amber"
        icon={IconHourglass}
        label={isBegun(prescription) ? 'Entamée' : 'En attente'}
      />
    );
  const label = closing === undefined ? 'Utilisée' : closingLabels[closing];
  return <StateBadge tone="sage" icon={IconCircleCheck} label={label} />;
}

type Counts = { used: number; pending: number };

/** The three filters, in their order on screen. */
const uses = [
  { used: '', label: 'Toutes', countIn: ({ used, pending }: Counts) => used + pending },
  { used: 'true', label: 'Utilisées', countIn: ({ used }: Counts) => used },
  { used: 'false', label: 'En attente', countIn: ({ pending }: Counts) => pending },
] as const;

/** The list of all prescriptions has a column for the prescriber. */
const layouts = {
  mine: {
    label: 'Mes ordonnances',
    headings: ['Numéro', 'Patient', 'Créée', 'État', { end: 'Total' }],
    columns: '9rem minmax(0, 1fr) minmax(7rem, 11.5rem) 8.5rem 6.5rem',
    tablet: 'minmax(0, 1fr) minmax(0, 1fr) 9rem',
    searchLabel: 'Patient ou téléphone',
    noMatch: { hint: 'Changez le filtre, le nom ou le téléphone cherché.', pictogram: 'phone' },
    skeletonRows: 6,
  },
  all: {
    label: 'Ordonnances',
    headings: ['Numéro', 'Patient', 'Prescripteur', 'Créée', 'État', { end: 'Total' }],
    columns: '9rem minmax(0, 1fr) minmax(0, 1fr) 11.5rem 8.5rem 6rem',
    tablet: 'minmax(0, 1fr) minmax(0, 1fr) 9rem',
    searchLabel: 'Patient, téléphone ou numéro',
    noMatch: { hint: 'Changez le filtre, le nom, le téléphone ou le numéro cherché.' },
    skeletonRows: 8,
  },
} as const;

type Props = {
  scope: PrescriptionScope;
  /** Shown in place of an empty list without filters. */
  empty: ReactNode;
  /** `ListAction`. */
  action?: ReactNode;
  /** Cards above the filters, which then have no counts of their own. */
  figures?: (counts: Counts | undefined) => ReactNode;
  /** The name of the list's owner. */
  owner?: string;
};

/** The filters, and the prescriptions that match them, the most recent first. */
export function PrescriptionList({ scope, empty, action, figures, owner }: Props) {
  const searchParams = useSearchParamFilters(prescriptionFilters);
  const { filters, isFiltered, change, clear } = searchParams;
  const list = usePrescriptions(scope, filters);
  const opened = useDialogUrl(OPENED);
  const { label, headings, columns, tablet, searchLabel, noMatch, skeletonRows } = layouts[scope];
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({ list: rows });

  const counts = list.latest?.counts;
  return (
    <Stack gap={4}>
      {figures?.(counts)}
      <FilterFold
        label="Chercher parmi les ordonnances"
        chips={
          <FilterLinks
            label="Filtrer les ordonnances"
            oneLine={figures !== undefined}
            cards={figures === undefined}
            options={uses.map(({ used, label: name, countIn }) => ({
              label: name,
              isCurrent: filters.used === used,
              link: searchParams.linkTo({ used }),
              count: figures === undefined ? counts && countIn(counts) : undefined,
            }))}
          />
        }
        search={
          <SearchField
            label={searchLabel}
            value={filters.q}
            onSearch={(q) => change({ q })}
            onKeyDown={onSearchKey}
          />
        }
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
          {list.rows.map(({ _id, prescriptionNumber: number, createdAt, total, ...row }) => (
            <Row key={_id}>
              <Cell card="half">
                <RowLink id={number} {...opened.linkTo(number)} preventScrollReset>
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
                <UseBadge {...row} />
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
