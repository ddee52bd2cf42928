import { type KeyboardEvent, useState } from 'react';

const MOST = 5;
const STEP = 1.5;
const QUARTER = 90;

/** How somebody looks at a page: 1 is the whole of it, turned clockwise in degrees. */
export function useLooking() {
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  const enlarge = () => setZoom((now) => Math.min(now * STEP, MOST));
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
  return { zoom, rotation, enlarge, reduce, turn, reset, onKeyDown, largest: zoom >= MOST };
}

export type Looking = ReturnType<typeof useLooking>;
