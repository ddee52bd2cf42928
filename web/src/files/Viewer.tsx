import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { ActionIcon, Anchor, Group, Text } from '@mantine/core';
import {
  type Icon,
  IconChevronLeft,
  IconChevronRight,
  IconMaximize,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type UIEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import styles from './Viewer.module.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ListSkeleton, QueryState } from '../ui/feedback.tsx';
import { isPdf, useObjectUrl } from './describe-file.ts';
import { openPdf, type Pdf, wantsPassword } from './open-pdf.ts';

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

/** As long as a signed link is valid (rule 33): the bytes are cached, not the link. */
const CACHE_MS = 5 * 60_000;
/** The request is aborted when no data arrives for this time, ms. */
const STALL_MS = 15_000;

/** Loads a file by its key: a signed link, then its bytes, once for each access that the server records. */
export function useFileLink(fileKey: string) {
  return useQuery({
    queryKey: ['files', fileKey],
    queryFn: ({ signal }) => openFile(fileKey, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_MS,
  });
}

async function openFile(key: string, signal: AbortSignal): Promise<Blob> {
  const { url } = await call(fileEndpoints.signFile, { body: { key } }, { signal });
  const startedAt = Date.now();
  const control = new AbortController();
  const stop = () => control.abort();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const response = await withTimeout(fetch(url, { signal: control.signal }), stop);
    if (response.ok) return await readBytes(response, stop);
    throw ApiError.from(response.status, await withTimeout(response.json(), stop).catch(() => undefined));
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    const cut = ApiError.network();
    // A stalled request is not retried by itself; a lost connection is.
    if (control.signal.aborted) cut.waitedMs = Date.now() - startedAt;
    throw cut;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Reads chunk by chunk: the whole file may take long on a slow network, one chunk may not. */
async function readBytes({ body, headers }: Response, stop: () => void): Promise<Blob> {
  const reader = body?.getReader();
  const chunks: BlobPart[] = [];
  for (;;) {
    const { done, value } = (await withTimeout(reader?.read(), stop)) ?? { done: true };
    if (done) return new Blob(chunks, { type: headers.get('Content-Type') ?? '' });
    chunks.push(value);
  }
}

/** Awaits the next part of the response, and stops the request when it takes too long. */
async function withTimeout<T>(next: T, stop: () => void): Promise<Awaited<T>> {
  const timer = setTimeout(stop, STALL_MS);
  try {
    return await next;
  } finally {
    clearTimeout(timer);
  }
}

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
export const middleOf = (fingers: readonly Point[]): Point => ({
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

/** An image with zoom and rotation. */
export function PictureView({ url, name }: { url: string; name: string }) {
  const view = useView();
  const [size, setSize] = useState<Size | null>(null);
  const [broken, setBroken] = useState(false);
  if (broken) return <FileError url={url} message="Cette image ne peut pas être affichée." />;
  return (
    <>
      <Tools view={view} />
      <Stage name={name} size={size} view={view}>
        {(scale) => (
          <img
            className={styles.picture}
            src={url}
            alt={name}
            data-loaded={size !== null}
            style={
              size === null
                ? undefined
                : {
                    width: size.width * scale,
                    height: size.height * scale,
                    transform: `translate(-50%, -50%) rotate(${view.rotation}deg)`,
                  }
            }
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize({ width, height })
            }
            onError={() => setBroken(true)}
          />
        )}
      </Stage>
    </>
  );
}

type Opened = { bytes: Blob; pdf: Pdf | null; problem: string | null };

/** Opens a PDF while it is shown; `problem` is the message when it fails. */
export function usePdf(bytes: Blob): Pick<Opened, 'pdf' | 'problem'> {
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    let unmounted = false;
    const opening = openPdf(bytes);
    opening.then(
      (pdf) => !unmounted && setOpened({ bytes, pdf, problem: null }),
      (error: unknown) => !unmounted && setOpened({ bytes, pdf: null, problem: problemOf(error) }),
    );
    return () => {
      unmounted = true;
      opening.then((pdf) => pdf.loadingTask.destroy()).catch(() => null);
    };
  }, [bytes]);
  return opened?.bytes === bytes ? opened : { pdf: null, problem: null };
}

function problemOf(error: unknown): string {
  return wantsPassword(error)
    ? 'Ce PDF est protégé par un mot de passe.'
    : 'Ce PDF ne peut pas être affiché.';
}

/** Small phones render nothing in a larger canvas. */
const MAX_CANVAS_PIXELS = 16_000_000;

type PdfCanvasProps = {
  page: PDFPageProxy;
  scale: number;
  rotation: number;
  name: string;
  onError: () => void;
};

/** One page on a canvas; the last rendering stays, stretched, until the next one is ready. */
export function PdfCanvas({ page, scale, rotation, name, onError }: PdfCanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  const reportError = useRef(onError);
  reportError.current = onError;
  useEffect(() => {
    const turned = (page.rotate + rotation) % 360;
    const whole = page.getViewport({ scale: scale * window.devicePixelRatio, rotation: turned });
    const reduced = Math.min(1, Math.sqrt(MAX_CANVAS_PIXELS / (whole.width * whole.height)));
    const viewport = whole.clone({ scale: whole.scale * reduced });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const task = page.render({ canvas, viewport });
    let unmounted = false;
    task.promise.then(
      () => unmounted || host.current?.replaceChildren(canvas),
      () => unmounted || reportError.current(),
    );
    return () => {
      unmounted = true;
      task.cancel();
    };
  }, [page, scale, rotation]);
  return <div ref={host} className={styles.canvas} role="img" aria-label={name} />;
}

type PdfViewProps = { bytes: Blob; url: string | null; name: string };

/** A PDF, one page at a time, rendered by pdf.js: not every browser shows a PDF inside a page. */
export function PdfView({ bytes, url, name }: PdfViewProps) {
  const view = useView();
  const { pdf, problem } = usePdf(bytes);
  const [number, setNumber] = useState(1);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    let unmounted = false;
    pdf?.getPage(number).then(
      (read) => unmounted || setPage(read),
      () => unmounted || setBroken(true),
    );
    return () => {
      unmounted = true;
    };
  }, [pdf, number]);

  const size = useMemo(() => page?.getViewport({ scale: 1 }) ?? null, [page]);

  if (problem !== null || broken)
    return <FileError url={url} message={problem ?? 'Ce PDF ne peut pas être affiché.'} />;
  const pages = pdf?.numPages ?? 1;
  const where = `Page ${number} sur ${pages}`;
  return (
    <>
      <Tools view={view}>
        {pages > 1 ? (
          <Group gap={4} wrap="nowrap" ms="auto">
            <Tool
              icon={IconChevronLeft}
              label="Page précédente"
              onClick={() => setNumber(number - 1)}
              disabled={number === 1}
            />
            <Text size="xs" role="status">
              {where}
            </Text>
            <Tool
              icon={IconChevronRight}
              label="Page suivante"
              onClick={() => setNumber(number + 1)}
              disabled={number === pages}
            />
          </Group>
        ) : null}
      </Tools>
      <Stage name={name} size={size} view={view}>
        {(scale) =>
          page === null ? null : (
            <PdfCanvas
              page={page}
              scale={scale}
              rotation={view.rotation}
              name={`${name}, ${where.toLowerCase()}`}
              onError={() => setBroken(true)}
            />
          )
        }
      </Stage>
    </>
  );
}

export function Viewer({ fileKey, name }: { fileKey: string; name: string }) {
  const file = useFileLink(fileKey);
  const bytes = file.data ?? null;
  const url = useObjectUrl(bytes);
  // It is gone on purpose, so there is nothing to try again.
  if (file.error instanceof ApiError && file.error.code === 'FILE_ERASED')
    return <Text c="dimmed">{file.error.message}</Text>;
  if (bytes === null) return <QueryState query={file} message="Fichier inaccessible" rows={1} height={240} />;
  if (url === null) return <ListSkeleton rows={1} height={240} />;
  return (
    <div className={styles.viewer}>
      {isPdf(bytes) ? (
        <PdfView key={url} bytes={bytes} url={url} name={name} />
      ) : (
        <PictureView key={url} url={url} name={name} />
      )}
    </div>
  );
}
