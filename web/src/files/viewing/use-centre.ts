import { type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react';

/** Keeps what is looked at in the middle when the page changes its size, and begins a new page at its top. */
export function useCentre(stage: RefObject<HTMLElement | null>, page: object | null, scale: number) {
  const centre = useRef({ x: 0.5, y: 0.5 });
  const seen = useRef(page);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale is what has just changed the size
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return;
    element.scrollLeft = centre.current.x * element.scrollWidth - element.clientWidth / 2;
    element.scrollTop =
      seen.current === page ? centre.current.y * element.scrollHeight - element.clientHeight / 2 : 0;
    seen.current = page;
  }, [stage, page, scale]);

  return ({ currentTarget: element }: UIEvent<HTMLElement>) => {
    centre.current = {
      x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
      y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
    };
  };
}
