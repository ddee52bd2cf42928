import { DEFAULT_POINT } from '@amasin/domain/pharmacies/search-radius.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { impreciseText, locate } from '../lib/locate.ts';
import { toast } from '../lib/toast.tsx';

type Point = { lat: number; lng: number };
export type Position = {
  point: Point;
  /** The position of the user, not the default one (the centre of Cotonou). */
  own: boolean;
};

/** Beyond this many metres the nearest pharmacies are not the nearest. */
const MAX_ACCURACY = 3_000;
const unknown: Position = { point: DEFAULT_POINT, own: false };

const NO_POSITION = "Impossible d'obtenir votre position";

/** Rounds to about ten metres: the search needs no more, and the exact position stays private. */
const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;

/** The centre of the search. The user's position is requested only on a click, and is never stored. */
export function usePosition() {
  const [position, setPosition] = useState(unknown);
  const [asking, setAsking] = useState(false);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const ask = useCallback(() => {
    const settle = (found: Position) => {
      if (left.current) return;
      setAsking(false);
      setPosition(found);
    };
    const fail = (why: string) => {
      settle(unknown);
      if (!left.current) toast.error(`${why}. Recherche par défaut.`);
    };
    if (!('geolocation' in navigator)) return fail(NO_POSITION);
    setAsking(true);
    locate().then(
      (found) => {
        if (found.accuracy > MAX_ACCURACY) fail(impreciseText(found));
        else settle({ point: { lat: rounded(found.latitude), lng: rounded(found.longitude) }, own: true });
      },
      () => fail(NO_POSITION),
    );
  }, []);
  const forget = useCallback(() => setPosition(unknown), []);

  return { position, asking, ask, forget };
}
