import { type RefObject, useLayoutEffect, useState } from 'react';

/** Two and a half options, px: below this the list scrolls with the page instead. */
const MIN_ROOM = 132;
const MARGIN = 8;

/**
 * The height between the top of a list and the end of what is visible, px: a phone's keyboard covers the lower half of the
 * page without changing `dvh`. Undefined while the list is hidden, and where browsers do not tell.
 */
export function useVisibleRoom(list: RefObject<HTMLElement | null>, shown: boolean): number | undefined {
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!shown || !viewport) return;
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      setRoom(Math.max(MIN_ROOM, viewport.offsetTop + viewport.height - top - MARGIN));
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    // A dialog scrolls, too.
    window.addEventListener('scroll', measure, { capture: true, passive: true });
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      window.removeEventListener('scroll', measure, { capture: true });
    };
  }, [list, shown]);
  return shown ? room : undefined;
}

/** Scrolls a field to the top of a phone's screen, so that its list is above the keyboard. */
export function scrollUp(field: HTMLElement): void {
  if (window.matchMedia('(max-width: 47.99em)').matches) field.scrollIntoView({ block: 'start' });
}
