import { Button, VisuallyHidden } from '@mantine/core';
import { IconMap } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { ErrorState } from '../ui/feedback/ErrorState.tsx';
import { ListSkeleton } from '../ui/feedback/ListSkeleton.tsx';
import { LazyPart } from '../ui/loading/LazyPart.tsx';
import { Attribution } from './Attribution.tsx';
import { usePharmacies } from './api.ts';
import { PharmacyList } from './card/PharmacyList.tsx';
import { nothingChosen } from './finding/choice.ts';
import { FindBar } from './finding/FindBar.tsx';
import styles from './finding/finder.module.css';
import { NothingFound } from './finding/NothingFound.tsx';
import { ResultLine } from './finding/ResultLine.tsx';
import { useChoice } from './finding/use-choice.ts';
import { usePosition } from './finding/use-position.ts';
import { readLastPharmacies } from './last-found.ts';

const MAP_HEIGHT = 360;
const loadLastKnown = () => import('./finding/LastKnown.tsx').then(({ LastKnown }) => LastKnown);
const loadMap = () => import('./map/PharmacyMap.tsx').then(({ PharmacyMap }) => PharmacyMap);

/** Pharmacies near a person or on duty (SPEC 2): a list, and a map for those who ask for one. */
export function PharmacyFinder() {
  const { choice, change } = useChoice();
  const { position, asking, ask, forget } = usePosition();
  const [mapShown, setMapShown] = useState(false);
  const found = usePharmacies(choice, position);
  // Drawn in small pieces: on a slow telephone the page goes on answering meanwhile.
  const data = useDeferredValue(found.data);

  const words = choice.duty
    ? 'Erreur lors de la recherche des pharmacies de garde'
    : 'Erreur lors de la recherche des pharmacies';
  // Said at the first failure, not after the last of the tries: what is known already is shown meanwhile.
  const failing =
    found.data === undefined && (found.failureReason !== null || found.fetchStatus === 'paused');
  const last = failing ? readLastPharmacies() : null;
  const retry = () => void found.refetch();
  const clear = () => {
    change(nothingChosen);
    forget();
  };
  const chosen = choice.duty || choice.radius !== nothingChosen.radius || position.own;

  return (
    <div className={styles.finder}>
      <FindBar choice={choice} onChange={change} near={position.own} asking={asking} onNear={ask} />
      <div className={styles.tools}>
        <ResultLine
          total={data?.total ?? null}
          shown={data?.pharmacies.length ?? 0}
          choice={choice}
          own={position.own}
          chosen={chosen}
          onClear={clear}
        />
        <Button
          variant="default"
          leftSection={<IconMap size={20} aria-hidden="true" />}
          aria-expanded={mapShown}
          onClick={() => setMapShown(!mapShown)}
        >
          {mapShown ? 'Masquer la carte' : 'Afficher la carte'}
        </Button>
      </div>
      {mapShown ? (
        <LazyPart
          load={loadMap}
          props={{ pharmacies: data?.pharmacies ?? last?.pharmacies ?? [], position }}
          height={MAP_HEIGHT}
        />
      ) : null}
      <VisuallyHidden>
        <h2>Résultats</h2>
      </VisuallyHidden>
      {last ? (
        <LazyPart
          load={loadLastKnown}
          props={{ last, message: words, position, onRetry: retry, retrying: found.isFetching }}
          height={190}
        />
      ) : found.isError || (failing && found.fetchStatus === 'paused') ? (
        <ErrorState message={words} onRetry={retry} retrying={found.isFetching} />
      ) : data === undefined ? (
        <ListSkeleton rows={3} height={190} />
      ) : data.total === 0 ? (
        <NothingFound choice={choice} onChange={change} />
      ) : (
        <PharmacyList pharmacies={data.pharmacies} position={position} outdated={found.isPlaceholderData} />
      )}
      <Attribution />
    </div>
  );
}
