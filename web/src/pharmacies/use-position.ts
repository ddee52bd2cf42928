import { DEFAULT_POINT } from '@amasin/domain/pharmacies/search-radius.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../lib/toast.tsx';

export type Point = { lat: number; lng: number };
export type Position = {
  point: Point;
  /** The position of the user, not the default one (the centre of Cotonou). */
  own: boolean;
};

/** A position may be up to a minute old; the device has ten seconds to find one. */
const precise = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };
const unknown: Position = { point: DEFAULT_POINT, own: false };

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
    const fail = () => {
      settle(unknown);
      if (!left.current) toast.error("Impossible d'obtenir votre position. Recherche par défaut.");
    };
    if (!('geolocation' in navigator)) return fail();
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        settle({ point: { lat: rounded(coords.latitude), lng: rounded(coords.longitude) }, own: true }),
      fail,
      precise,
    );
  }, []);
  const forget = useCallback(() => setPosition(unknown), []);

  return { position, asking, ask, forget };
}
