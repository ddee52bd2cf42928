import { DEFAULT_POINT } from '@amasin/domain/pharmacies/search-radius.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../lib/toast/toast.tsx';

export type Point = { lat: number; lng: number };
export type Position = {
  point: Point;
  /** The person's own, not the middle of Cotonou. */
  own: boolean;
};

/** SPEC 9. */
const precise = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };
const unknown: Position = { point: DEFAULT_POINT, own: false };

/** Ten metres are near enough, and more than that is nobody's business. */
const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;

/** Where the search looks from. It is asked of the device when the person says so, and kept nowhere. */
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
