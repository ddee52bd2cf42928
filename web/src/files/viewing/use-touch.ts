import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { type Grip, gripOf, type Point, scrollBy, zoomOf } from './pinch.ts';
import type { View } from './use-view.ts';

type Gesture = { grip: Grip; fingers: readonly Point[] };

/**
 * Two fingers zoom the page around the point between them, one moves it when it is zoomed in; the whole page is left to the
 * browser, so that one finger scrolls past it. Returns a function that scrolls to where the fingers are, to call after the
 * page has changed its size; it returns whether there is a gesture.
 */
export function useTouch(stage: RefObject<HTMLElement | null>, { zoom, zoomTo }: View): () => boolean {
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
