import { ActionIcon, Anchor, Group, Text } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.layer.css';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type Icon, IconMaximize, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type UIEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTouch } from './use-touch.ts';
import styles from './Viewer.module.css';

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

type View = ReturnType<typeof useView>;

/** For a file that cannot be rendered: an error and a download link. */
export function FileError({ url, message }: { url: string | null; message: string }) {
  return (
    <div className={styles.error} role="alert">
      <Text fw={600}>{message}</Text>
      {url === null ? null : (
        <Anchor href={url} download="fichier">
          Télécharger le fichier
        </Anchor>
      )}
    </div>
  );
}

type Props = { view: View; children?: ReactNode };

/** Buttons for zoom and rotation; `children` are those for the pages of a PDF. */
export function Tools({ view, children }: Props) {
  const { zoom } = view;
  return (
    <Group gap={4} flex="none" role="toolbar" aria-label="Affichage du fichier">
      <Tool icon={IconZoomOut} label="Réduire" onClick={view.reduce} disabled={zoom === 1} />
      <Tool icon={IconZoomIn} label="Agrandir" onClick={view.enlarge} disabled={view.largest} />
      <Tool icon={IconMaximize} label="Voir en entier" onClick={view.reset} disabled={zoom === 1} />
      <Tool icon={IconRotateClockwise} label="Pivoter" onClick={view.turn} />
      {children}
    </Group>
  );
}

type ToolProps = { icon: Icon; label: string; onClick: () => void; disabled?: boolean };

/** `aria-disabled` instead of `disabled`, so that the button keeps the focus. */
export function Tool({ icon: Glyph, label, onClick, disabled = false }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      {...(disabled ? {} : { onClick })}
    >
      <Glyph size={22} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}

export type Size = { width: number; height: number };

type StageProps = {
  name: string;
  /** The size before rotation, in the page's own units; null until loaded. */
  size: Size | null;
  view: View;
  /** Renders the page in a box of its rotated size. */
  children: (scale: number) => ReactNode;
};

/** The area that shows a page; moved by touch, wheel and arrow keys when zoomed in. */
export function Stage({ name, size, view, children }: StageProps) {
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
