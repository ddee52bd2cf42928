import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '../../lib/api/api-error.ts';
import { countOf } from '../../lib/format/money.ts';
import { quoted } from '../../lib/format/text.ts';
import { useOnline } from '../../ui/connection/use-online.ts';
import { preloadDialog } from '../../ui/dialog/ResponsiveDialog.tsx';
import { useDialogAddress } from '../../ui/dialog/use-dialog-address.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton.tsx';
import { CountLine } from '../../ui/filtering/CountLine.tsx';
import { SearchField } from '../../ui/filtering/SearchField.tsx';
import { LazyDialog } from '../../ui/loading/LazyPart.tsx';
import { useZones } from '../api.ts';
import { DELETE, EDIT, NEW } from './dialog-names.ts';
import styles from './managing.module.css';
import { searchZones } from './search-zones.ts';
import { ZoneRow } from './ZoneRow.tsx';

// Their code comes when one of them is first opened.
const loadDialogs = () => import('./editing/ZoneDialogs.tsx').then((module) => module.default);

const FAILED = 'Erreur lors du chargement';
const headings = ['Zone', 'Frais', 'Quartiers', 'Actions'] as const;

/** The delivery zones: their quarters and their fee, to find, to add to, to change, to remove (SPEC 2). */
export function ZonesPanel() {
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const list = useZones();
  const editing = useDialogAddress(EDIT);
  const deleting = useDialogAddress(DELETE);
  const online = useOnline();
  useEffect(preloadDialog, []);

  const look = (text: string) => {
    // Into the address as it is now: a dialog may have been opened while the search waited for the end of the typing.
    const next = new URLSearchParams(window.location.search);
    if (text === '') next.delete('q');
    else next.set('q', text);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const add = () => editing.open(NEW);
  const zones = searchZones(list.data ?? [], q);
  const problem = list.data === undefined && (list.isError || !online);

  return (
    <section className={styles.panel} aria-label="Zones de livraison">
      <SearchField
        label="Chercher une zone"
        placeholder="Nom de la zone ou d’un quartier"
        value={q}
        onSearch={look}
      />
      <div className={styles.above}>
        <CountLine
          count={list.data === undefined ? null : countOf(zones.length, 'zone')}
          filters={q.trim() === '' ? [] : [quoted(q.trim())]}
          onClear={() => look('')}
          problem={list.data !== undefined && list.isError ? messageOf(list.error, FAILED) : null}
        />
        <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={add}>
          Ajouter une zone
        </Button>
      </div>
      {problem ? (
        <ErrorState
          message={messageOf(list.error, FAILED)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      ) : null}
      {list.data === undefined && !problem ? <ListSkeleton rows={6} height={72} /> : null}
      {list.data !== undefined && zones.length === 0 ? (
        <Nothing chosen={q.trim() !== ''} onClear={() => look('')} onAdd={add} />
      ) : null}
      {zones.length === 0 ? null : (
        <div>
          <div className={styles.headings} aria-hidden="true">
            {headings.map((heading) => (
              <span key={heading}>{heading}</span>
            ))}
          </div>
          <ul className={styles.list} aria-label="Zones">
            {zones.map((zone) => (
              <ZoneRow
                key={zone._id}
                zone={zone}
                q={q}
                actions={{
                  onEdit: ({ _id }) => editing.open(_id),
                  onDelete: ({ _id }) => deleting.open(_id),
                }}
              />
            ))}
          </ul>
        </div>
      )}
      <LazyDialog
        load={loadDialogs}
        props={{ known: list.data }}
        opened={editing.opened || deleting.opened}
        onClose={editing.opened ? editing.close : deleting.close}
      />
    </section>
  );
}

type NothingProps = { chosen: boolean; onClear: () => void; onAdd: () => void };

function Nothing({ chosen, onClear, onAdd }: NothingProps) {
  if (!chosen)
    return (
      <EmptyState
        title="Aucune zone pour l’instant"
        action={<Button onClick={onAdd}>Ajouter une zone</Button>}
      >
        Les clients ne peuvent commander que dans une zone desservie.
      </EmptyState>
    );
  return (
    <EmptyState
      title="Aucune zone ne correspond"
      action={
        <Button variant="default" onClick={onClear}>
          Voir toutes les zones
        </Button>
      }
    >
      Changez le nom cherché.
    </EmptyState>
  );
}
