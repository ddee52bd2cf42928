import { type RefObject, useCallback, useEffect, useRef } from 'react';

export type Point = { readonly x: number; readonly y: number };
type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** The fingers of a gesture when it began. */
export type Grip = {
  /** The point under the middle of the fingers, as a fraction of the page's width and height. */
  readonly held: Point;
  /** How far apart two fingers are, px; 0 for one finger. */
  readonly spread: number;
  readonly zoom: number;
};

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The point between all fingers. */
const middleOf = (fingers: readonly Point[]): Point => ({
  x: mean(fingers.map(({ x }) => x)),
  y: mean(fingers.map(({ y }) => y)),
});

function spreadOf([first, second]: readonly Point[]): number {
  return first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0;
}

export function gripOf(fingers: readonly Point[], page: Box, zoom: number): Grip {
  const { x, y } = middleOf(fingers);
  const held = { x: (x - page.left) / page.width, y: (y - page.top) / page.height };
  return { held, spread: spreadOf(fingers), zoom };
}

/** The zoom as the fingers are now; one finger changes nothing. */
export function zoomOf({ zoom, spread }: Grip, fingers: readonly Point[]): number {
  const now = spreadOf(fingers);
  return spread === 0 || now === 0 ? zoom : (zoom * now) / spread;
}

/** By how much to scroll, so that what was held is under the middle of the fingers. */
export function scrollBy({ held }: Grip, fingers: readonly Point[], page: Box): Point {
  const { x, y } = middleOf(fingers);
  return { x: page.left + held.x * page.width - x, y: page.top + held.y * page.height - y };
}

/** The zoom of what is touched, and how to change it. */
type Zooming = { zoom: number; zoomTo: (wanted: number) => void };

type Gesture = { grip: Grip; fingers: readonly Point[] };

/**
 * Two fingers zoom the page around the point between them, one moves it when it is zoomed in; the whole page is left to the
 * browser, so that one finger scrolls past it. Returns a function that scrolls to where the fingers are, to call after the
 * page has changed its size; it returns whether there is a gesture.
 */
export function useTouch(stage: RefObject<HTMLElement | null>, { zoom, zoomTo }: Zooming): () => boolean {
  const gesture = useRef<Gesture | null>(null);
  const view = useRef({ zoom, zoomTo });
  view.current = { zoom, zoomTo };

  const follow = useCallback((): boolean => {
    const element = stage.current;
    const page = boxOf(element);
    if (gesture.current === null || element === null || page === null) return false;
    const { x, y } = scrollBy(gesture.current.grip, gesture.current.fingers, page);
    element.scrollLeft += x;
    element.scrollTop += y;
    return true;
  }, [stage]);

  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    const isOurs = (fingers: readonly Point[]) =>
      fingers.length === 2 || (fingers.length === 1 && view.current.zoom > 1);

    // Also when one of two fingers is lifted: the other one goes on from where it is.
    const begin = (event: TouchEvent) => {
      const fingers = fingersOf(event);
      const page = boxOf(element);
      gesture.current =
        page !== null && isOurs(fingers) ? { grip: gripOf(fingers, page, view.current.zoom), fingers } : null;
      if (fingers.length === 2 && event.cancelable) event.preventDefault();
    };
    const move = (event: TouchEvent) => {
      if (gesture.current === null) return;
      if (event.cancelable) event.preventDefault();
      const fingers = fingersOf(event);
      gesture.current = { ...gesture.current, fingers };
      view.current.zoomTo(zoomOf(gesture.current.grip, fingers));
      follow();
    };
    // React's own listeners are passive: the browser would zoom its whole page too.
    element.addEventListener('touchstart', begin, { passive: false });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', begin);
    element.addEventListener('touchcancel', begin);
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', begin);
      element.removeEventListener('touchcancel', begin);
    };
  }, [stage, follow]);

  return follow;
}

const fingersOf = ({ touches }: TouchEvent): Point[] =>
  [...touches].map(({ clientX: x, clientY: y }) => ({ x, y }));

const boxOf = (stage: HTMLElement | null) => stage?.firstElementChild?.getBoundingClientRect() ?? null;
