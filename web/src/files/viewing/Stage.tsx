import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type ReactNode, type RefObject, type UIEvent, useLayoutEffect, useRef } from 'react';
import { useTouch } from './use-touch.ts';
import type { View } from './use-view.ts';
import styles from './viewing.module.css';

export type Size = { width: number; height: number };

type Props = {
  name: string;
  /** The size before rotation, in the page's own units; null until loaded. */
  size: Size | null;
  view: View;
  /** Renders the page in a box of its rotated size. */
  children: (scale: number) => ReactNode;
};

/** The area that shows a page; moved by touch, wheel and arrow keys when zoomed in. */
export function Stage({ name, size, view, children }: Props) {
  const { ref: measure, width, height } = useElementSize();
  const stage = useRef<HTMLElement>(null);
  const whole = size !== null && width > 0 ? fit(size, { width, height }, view.rotation) : null;
  const scale = (whole?.scale ?? 1) * view.zoom;
  const follow = useTouch(stage, view);
  const onScroll = useCentre(stage, size, scale, follow);
  return (
    <section
      ref={useMergedRef(measure, stage)}
      onScroll={onScroll}
      className={styles.stage}
      aria-label={name}
      data-whole={view.zoom === 1}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      onKeyDown={view.onKeyDown}
    >
      <div
        className={styles.page}
        style={
          whole === null ? undefined : { width: whole.width * view.zoom, height: whole.height * view.zoom }
        }
      >
        {children(scale)}
      </div>
    </section>
  );
}

/** The size at which a rotated page fits into the available room; small pages are at most doubled. */
function fit(page: Size, room: Size, rotation: number): Size & { scale: number } {
  const sideways = rotation % 180 !== 0;
  const rotated = sideways ? { width: page.height, height: page.width } : page;
  const scale = Math.min(room.width / rotated.width, room.height / rotated.height, 2);
  return { width: Math.floor(rotated.width * scale), height: Math.floor(rotated.height * scale), scale };
}

/**
 * Keeps the visible centre when the page changes its size, or what the fingers hold (`follow`), and scrolls a new page to
 * its top.
 */
function useCentre(
  stage: RefObject<HTMLElement | null>,
  size: object | null,
  scale: number,
  follow: () => boolean,
) {
  const centre = useRef({ x: 0.5, y: 0.5 });
  const lastSize = useRef(size);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the scale has changed the size
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null || follow()) return;
    element.scrollLeft = centre.current.x * element.scrollWidth - element.clientWidth / 2;
    element.scrollTop =
      lastSize.current === size ? centre.current.y * element.scrollHeight - element.clientHeight / 2 : 0;
    lastSize.current = size;
  }, [stage, size, scale]);

  return ({ currentTarget: element }: UIEvent<HTMLElement>) => {
    centre.current = {
      x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
      y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
    };
  };
}
