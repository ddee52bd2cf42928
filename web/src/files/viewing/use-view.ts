import { type KeyboardEvent, useState } from 'react';

const MAX_ZOOM = 5;
const STEP = 1.5;
const QUARTER = 90;

const limited = (zoom: number) => Math.min(Math.max(zoom, 1), MAX_ZOOM);

/** Zoom (1 shows the whole page) and clockwise rotation in degrees. */
export function useView() {
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  const zoomTo = (wanted: number) => setZoom(limited(wanted));
  const enlarge = () => setZoom((now) => limited(now * STEP));
  const reduce = () => setZoom((now) => limited(now / STEP));
  const turn = () => setRotation((now) => (now + QUARTER) % 360);
  const reset = () => setZoom(1);

  const keys: Readonly<Record<string, () => void>> = {
    '+': enlarge,
    '=': enlarge,
    '-': reduce,
    '0': reset,
    r: turn,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };
  return { zoom, rotation, zoomTo, enlarge, reduce, turn, reset, onKeyDown, largest: zoom >= MAX_ZOOM };
}

export type View = ReturnType<typeof useView>;
