import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { DutyList } from '@amasin/domain/pharmacies/duty-list.ts';
import { isRecentList } from '@amasin/domain/pharmacies/recent-list.ts';
import { MAX_RADIUS_KM, MIN_RADIUS_KM } from '@amasin/domain/pharmacies/search-radius.ts';
import { Box, Button, Paper, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconCloudOff, IconCurrentLocation, IconMap, IconMoonStars, IconRefresh } from '@tabler/icons-react';
import { type CSSProperties, useDeferredValue, useEffect, useId, useState } from 'react';
import { timeNow } from '../lib/clock.ts';
import { formatDate, formatMoment } from '../lib/format.ts';
import { useHydrated } from '../lib/hydration.tsx';
import { listOf } from '../lib/lists.ts';
import { useNow } from '../lib/use-now.ts';
import { ErrorState } from '../ui/feedback.tsx';
import { lazyWithRetry } from '../ui/lazy.tsx';
import { CountLine, ListState } from '../ui/listing.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useSearchParamFilters } from '../ui/search-param-filters.ts';
import { Attribution } from './Attribution.tsx';
import {
  describeFilters,
  type LastFound,
  type PharmacyFilters,
  pharmacyFilters,
  readLastPharmacies,
  usePharmacies,
} from './api.ts';
import { PharmacyList } from './PharmacyCard.tsx';
import styles from './PharmacyFinder.module.css';
import { type Position, usePosition } from './use-position.ts';

/** How recent the known list of duty is. */
function DutyListLine({ list }: { list: DutyList | null }) {
  const today = dayInBenin(useNow());
  return (
    <Text size="sm" c="dimmed">
      {describe(list, today)}
    </Text>
  );
}

function describe(list: DutyList | null, today: string): string {
  if (list === null) return 'Aucune liste de garde publiée n’est connue : appelez avant de vous déplacer.';
  const known = `${formatDate(list.date)}, ${list.source}`;
  if (isRecentList(list.date, today)) return `Liste de garde du ${known}`;
  return `Aucune liste de garde de moins de 7 jours n’est connue. La dernière est du ${known} : appelez avant de vous déplacer.`;
}

const icon = { size: 20, 'aria-hidden': true } as const;

type Props = {
  filters: PharmacyFilters;
  onChange: (change: Partial<PharmacyFilters>) => void;
  /** Whether the search is around the user's position. */
  near: boolean;
  asking: boolean;
  onNear: () => void;
};

/** Above the results: near the person, or on duty. */
function FindBar({ filters, onChange, near, asking, onNear }: Props) {
  return (
    <Box role="search" aria-label="Chercher une pharmacie" className={styles.buttons}>
      <Button
        variant={near ? 'light' : 'filled'}
        leftSection={<IconCurrentLocation {...icon} />}
        loading={asking}
        onClick={onNear}
      >
        Près de moi
      </Button>
      <Button
        variant={filters.duty ? 'filled' : 'default'}
        leftSection={<IconMoonStars {...icon} />}
        aria-pressed={filters.duty}
        onClick={() => onChange({ duty: !filters.duty })}
      >
        Pharmacies de garde
      </Button>
    </Box>
  );
}

type LastFoundListProps = {
  last: LastFound;
  /** Why there is no newer list. */
  message: string;
  position: Position;
  onRetry: () => void;
  retrying: boolean;
};

/** Shown when the search fails: the list stored on this device, with its date. */
function LastFoundList({ last, message, position, onRetry, retrying }: LastFoundListProps) {
  const day = formatMoment(new Date(last.at), new Date(timeNow()));
  return (
    <>
      <Notice tone="amber" icon={IconCloudOff} title={`Dernière liste connue, du ${day}`} role="alert">
        <span>{`${message}. Appelez avant de vous déplacer : les gardes ont pu changer.`}</span>
        <div>
          <Button
            variant="default"
            leftSection={<IconRefresh size={20} aria-hidden="true" />}
            onClick={onRetry}
            loading={retrying}
          >
            Réessayer
          </Button>
        </div>
      </Notice>
      <PharmacyList pharmacies={last.pharmacies} position={position} />
    </>
  );
}

const PAUSE_MS = 300;

type RadiusFieldProps = { value: number; onChange: (km: number) => void; disabled: boolean };

/** The radius as a native slider, which works with touch, keyboard and screen readers. The search is debounced. */
function RadiusField({ value, onChange, disabled }: RadiusFieldProps) {
  const [shown, setShown] = useState(value);
  const tell = useDebouncedCallback(onChange, PAUSE_MS);
  const id = useId();
  useEffect(() => setShown(value), [value]);
  const filled = (shown - MIN_RADIUS_KM) / (MAX_RADIUS_KM - MIN_RADIUS_KM);
  return (
    <div className={styles.radiusField}>
      <label htmlFor={id} className={styles.radiusLabel}>
        Rayon de recherche
      </label>
      <output htmlFor={id} className={styles.radiusValue}>
        {`${shown}\u00a0km`}
      </output>
      <input
        id={id}
        className={styles.slider}
        style={{ '--filled': `${filled * 100}%` } as CSSProperties}
        type="range"
        min={MIN_RADIUS_KM}
        max={MAX_RADIUS_KM}
        step={1}
        value={shown}
        disabled={disabled}
        aria-valuetext={`${shown} kilomètres`}
        onChange={({ currentTarget }) => {
          const km = Number(currentTarget.value);
          setShown(km);
          tell(km);
        }}
      />
    </div>
  );
}

const MAP_HEIGHT = 360;
const RADIUS_ID = 'rayon';
const PharmacyMap = lazyWithRetry(() => import('./PharmacyMap.tsx').then(({ PharmacyMap }) => PharmacyMap), {
  height: MAP_HEIGHT,
});

const NothingFound = lazyWithRetry(
  () => import('./NothingFound.tsx').then(({ NothingFound }) => NothingFound),
  { height: 190 },
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
