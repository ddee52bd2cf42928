import { Button, Paper, VisuallyHidden } from '@mantine/core';
import { IconMap } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { useHydrated } from '../lib/hydration.tsx';
import { listOf } from '../lib/lists.ts';
import { ErrorState } from '../ui/feedback.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { CountLine, ListState } from '../ui/listing.tsx';
import { useSearchParamFilters } from '../ui/search-param-filters.ts';
import { Attribution } from './Attribution.tsx';
import { usePharmacies } from './api.ts';
import { PharmacyList } from './card/PharmacyList.tsx';
import { DutyListLine } from './finding/DutyListLine.tsx';
import { FindBar } from './finding/FindBar.tsx';
import styles from './finding/finder.module.css';
import { LastFoundList } from './finding/LastFoundList.tsx';
import { NothingFound } from './finding/NothingFound.tsx';
import { describeFilters, pharmacyFilters } from './finding/pharmacy-filters.ts';
import { RadiusField } from './finding/RadiusField.tsx';
import { usePosition } from './finding/use-position.ts';
import { readLastPharmacies } from './last-found.ts';

const MAP_HEIGHT = 360;
const RADIUS_ID = 'rayon';
const PharmacyMap = lazyWithRetry(
  () => import('./map/PharmacyMap.tsx').then(({ PharmacyMap }) => PharmacyMap),
  { height: MAP_HEIGHT },
);

/** Pharmacies near a person or on duty: a list, and a map on request. */
export function PharmacyFinder() {
  const searchParams = useSearchParamFilters(pharmacyFilters);
  const { change } = searchParams;
  // The prerendered page has no filters: those in the URL are read after hydration.
  const filters = useHydrated() ? searchParams.filters : pharmacyFilters.none;
  const { position, asking, ask, forget } = usePosition();
  const [mapShown, setMapShown] = useState(false);
  const found = usePharmacies(filters, position);
  // Deferred, so that a long list does not block input on a slow phone.
  const data = useDeferredValue(found.data);
  const list = listOf(
    // Until the deferred rows are there, the list is not empty but on its way.
    { ...found, data, isPending: data === undefined && !found.isError },
    data?.pharmacies,
    data?.total,
  );

  const message = filters.duty
    ? 'Erreur lors de la recherche des pharmacies de garde'
    : 'Erreur lors de la recherche des pharmacies';
  // At the first failure, not after the last retry: the stored list is shown meanwhile.
  const failing =
    found.data === undefined && (found.failureReason !== null || found.fetchStatus === 'paused');
  const last = failing ? readLastPharmacies() : null;
  const retry = () => void found.refetch();
  const clear = () => {
    change(pharmacyFilters.none);
    forget();
  };
  const where = describeFilters(filters, position.own);
  const isFiltered = pharmacyFilters.isFiltered(filters) || position.own;

  return (
    <div className={styles.finder}>
      <FindBar filters={filters} onChange={change} near={position.own} asking={asking} onNear={ask} />
      <CountLine
        list={list}
        noun="pharmacie"
        where={where}
        shown={list.rows.length}
        isFiltered={isFiltered}
        onClear={clear}
        failed={message}
        figures={
          <>
            {list.isPending ? <span className={styles.place} data-text={`10 pharmacies ${where}`} /> : null}
            {filters.duty ? null : (
              <a href={`#${RADIUS_ID}`} className={styles.toRadius}>
                Changer le rayon
              </a>
            )}
          </>
        }
        action={
          <Button
            variant="default"
            leftSection={<IconMap size={20} aria-hidden="true" />}
            aria-expanded={mapShown}
            onClick={() => setMapShown(!mapShown)}
          >
            {mapShown ? 'Masquer la carte' : 'Afficher la carte'}
          </Button>
        }
      />
      {filters.duty && data?.dutyList !== undefined ? <DutyListLine list={data.dutyList} /> : null}
      {mapShown ? (
        <PharmacyMap pharmacies={data?.pharmacies ?? last?.pharmacies ?? []} position={position} />
      ) : null}
      <VisuallyHidden>
        <h2>Résultats</h2>
      </VisuallyHidden>
      <div className={styles.columns}>
        <div>
          {last ? (
            <LastFoundList
              last={last}
              message={message}
              position={position}
              onRetry={retry}
              retrying={found.isFetching}
            />
          ) : found.isError || (failing && found.fetchStatus === 'paused') ? (
            <ErrorState message={message} onRetry={retry} retrying={found.isFetching} />
          ) : (
            <ListState
              list={list}
              // They fill the screen: what follows must not move when the cards arrive.
              rows={8}
              height={190}
              empty={<NothingFound filters={filters} onChange={change} />}
            >
              <PharmacyList pharmacies={list.rows} position={position} outdated={list.isOutdated} />
            </ListState>
          )}
        </div>
        <Paper withBorder radius="lg" id={RADIUS_ID} className={styles.radius}>
          <RadiusField
            value={filters.radius}
            onChange={(radius) => change({ radius })}
            // Few pharmacies are on duty: all of them are shown, at any distance.
            disabled={filters.duty}
          />
        </Paper>
      </div>
      <Attribution />
    </div>
  );
}
