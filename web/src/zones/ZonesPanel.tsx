import type { Zone } from '@amasin/domain/zones/zone.ts';
import { Button, Stack } from '@mantine/core';
import { countOf, quoted } from '../lib/format.ts';
import { listOf } from '../lib/lists.ts';
import { Tags } from '../ui/badges.tsx';
import { EmptyState } from '../ui/feedback.tsx';
import { FilterFold, ListAction, SearchField } from '../ui/filters.tsx';
import { lazyDialog } from '../ui/lazy.tsx';
import { CountLine, ListState } from '../ui/listing.tsx';
import { openedOf, useRowDialogs } from '../ui/RowDialogs.tsx';
import { Cell, DeleteButton, EditButton, Row, RowActions, RowName, Rows } from '../ui/rows.tsx';
import { readers, searchParamFilters, useSearchParamFilters } from '../ui/search-param-filters.ts';
import { Money } from '../ui/text.tsx';
import { useZones } from './api.ts';
import { firstSectors, searchZones } from './search-zones.ts';
import styles from './zones.module.css';

/** Sectors named in the list before « et 12 autres ». */
const NAMED = 6;

type Props = {
  zone: Zone;
  /** The searched text: matching sectors are shown first. */
  q: string;
  onEdit: () => void;
  onDelete: () => void;
};

export function ZoneRow({ zone, q, onEdit, onDelete }: Props) {
  const { label, sectors, price } = zone;
  const { shown, more } = firstSectors(zone, q, NAMED);
  return (
    <Row>
      <Cell card="half">
        <RowName below={countOf(sectors.length, 'quartier')}>{label}</RowName>
      </Cell>
      <Cell card="half" end>
        <strong>
          <Money amount={price} />
        </strong>
      </Cell>
      <Cell>
        <Tags>
          {shown.length === 0 ? <em className={styles.more}>Aucun quartier</em> : null}
          {shown.map((sector) => (
            <span key={sector} className={styles.sector}>
              {sector}
            </span>
          ))}
          {more === 0 ? null : <span className={styles.more}>{`et ${countOf(more, 'autre')}`}</span>}
        </Tags>
      </Cell>
      <RowActions>
        <EditButton name={label} onClick={onEdit} />
        <DeleteButton name={label} onClick={onDelete} />
      </RowActions>
    </Row>
  );
}

const ZoneDialogs = lazyDialog(() => import('./ZoneDialogs.tsx').then((module) => module.ZoneDialogs));

const FAILED = 'Erreur lors du chargement';
const headings = ['Zone', { end: 'Frais' }, 'Quartiers', { end: 'Actions' }];
const zoneFilters = searchParamFilters({ q: readers.text(100) });

/** The delivery zones with their sectors and fees. */
export function ZonesPanel() {
  const { filters, isFiltered, change, clear } = useSearchParamFilters(zoneFilters);
  const { q } = filters;
  const zones = useZones();
  const list = listOf(zones, searchZones(zones.data ?? [], q));
  const row = useRowDialogs('zone');
  return (
    <Stack component="section" gap={4} aria-label="Zones de livraison">
      <FilterFold
        label="Chercher parmi les zones"
        search={
          <SearchField
            label="Chercher une zone"
            placeholder="Nom de la zone ou d’un quartier"
            value={q}
            onSearch={(text) => change({ q: text })}
          />
        }
        action={<ListAction label="Ajouter une zone" onClick={row.add} />}
      />
      <CountLine
        list={list}
        noun="zone"
        filters={isFiltered ? [quoted(q.trim())] : []}
        onClear={clear}
        failed={FAILED}
      />
      <ListState
        list={list}
        isFiltered={isFiltered}
        onClear={clear}
        failed={FAILED}
        rows={6}
        height={72}
        empty={
          <EmptyState
            title="Aucune zone pour l’instant"
            action={<Button onClick={row.add}>Ajouter une zone</Button>}
          >
            Les clients ne peuvent commander que dans une zone desservie.
          </EmptyState>
        }
        noMatch={{
          title: 'Aucune zone ne correspond',
          hint: 'Changez le nom cherché.',
          clear: 'Voir toutes les zones',
        }}
      >
        <Rows
          label="Zones"
          list={list}
          headings={headings}
          columns="minmax(0, 17.5rem) 5rem minmax(0, 1.5fr) 6rem"
        >
          {list.rows.map((zone) => (
            <ZoneRow
              key={zone._id}
              zone={zone}
              q={q}
              onEdit={() => row.edit(zone)}
              onDelete={() => row.remove(zone)}
            />
          ))}
        </Rows>
      </ListState>
      <ZoneDialogs rows={zones.data} {...openedOf(row.dialogs)} />
    </Stack>
  );
}
