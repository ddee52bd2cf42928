import { type KeyboardEvent, useState } from 'react';

const MAX_ZOOM = 5;
const STEP = 1.5;
const QUARTER = 90;

/** Zoom (1 shows the whole page) and clockwise rotation in degrees. */
export function useView() {
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  const enlarge = () => setZoom((now) => Math.min(now * STEP, MAX_ZOOM));
  const reduce = () => setZoom((now) => Math.max(now / STEP, 1));
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
  return { zoom, rotation, enlarge, reduce, turn, reset, onKeyDown, largest: zoom >= MAX_ZOOM };
}

export type View = ReturnType<typeof useView>;
