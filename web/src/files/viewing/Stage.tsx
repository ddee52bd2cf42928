import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { fit, type Size } from './fit.ts';
import { useCentre } from './use-centre.ts';
import type { Looking } from './use-looking.ts';
import styles from './viewing.module.css';

type Props = {
  name: string;
  /** Of the page before it is turned, in its own units; null until it is known. */
  page: Size | null;
  looking: Looking;
  /** Draws the page in a box that has its size once turned; `scale` is that of the page's own units. */
  children: (scale: number) => ReactNode;
};

/** The place where a page is looked at; scrolls with finger, wheel and arrow keys once it is enlarged. */
export function Stage({ name, page, looking, children }: Props) {
  const { ref: measure, width, height } = useElementSize();
  const stage = useRef<HTMLElement>(null);
  const whole = page !== null && width > 0 ? fit(page, { width, height }, looking.rotation) : null;
  const scale = (whole?.scale ?? 1) * looking.zoom;
  const onScroll = useCentre(stage, page, scale);
  return (
    <section
      ref={useMergedRef(measure, stage)}
      onScroll={onScroll}
      className={styles.stage}
      aria-label={name}
      data-whole={looking.zoom === 1}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      tabIndex={0}
      onKeyDown={looking.onKeyDown}
    >
      <div
        className={styles.page}
        style={
          whole === null
            ? undefined
            : { width: whole.width * looking.zoom, height: whole.height * looking.zoom }
        }
      >
        {children(scale)}
      </div>
    </section>
  );
}
