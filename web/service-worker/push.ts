import { OPEN_LINK } from '../src/notifications/open-link.ts';

/** A notification of the device. */
export interface Pushed {
  readonly id: string;
  readonly title: string;
  /** The page that it opens. */
  readonly link: string;
}

/** The message of the server; null for anything else. */
export function readPush(text: string | undefined): Pushed | null {
  try {
    const { id, title, link } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof id !== 'string' || typeof title !== 'string' || title === '') return null;
    return { id, title, link: typeof link === 'string' && isPath(link) ? link : '/' };
  } catch {
    return null;
  }
}

/**
 * What the device shows: the title only, since others may see the screen. No message is withheld, because Safari ends the
 * subscription after three that were not shown, and a page that an iPhone has suspended still says that it has the focus. A
 * page with the focus announces the notification itself, so the device does it in silence.
 * @param shown what the device shows under the same tag
 */
export function announcementOf(
  { id, title, link }: Pushed,
  windows: readonly { readonly focused: boolean }[],
  shown: readonly { readonly title: string }[],
) {
  const silent = windows.some(({ focused }) => focused);
  const options: NotificationOptions & { renotify: boolean } = {
    body: 'Ouvrez Amasin pour en savoir plus.',
    // Replaces the one that an open page in the background has shown, or the last one of the same order.
    tag: id,
    // A new sentence alerts again; without this the device replaces it silently.
    renotify: !silent && shown.some((other) => other.title !== title),
    silent,
    // Chrome draws no SVG here.
    icon: '/icon-192.png',
    lang: 'fr',
    data: { link },
  };
  return { title, options };
}

/** The part of a `WindowClient` that is used here. */
interface OpenWindow {
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, transfer: MessagePort[]): void;
}

/** How long a page may take to respond, ms. One that is loading, or older than this message type, does not respond. */
const RESPONSE_MS = 1000;

/** Opens the link in this window. Its page does it itself, because a reload would lose what is being typed. */
export async function openIn(window: OpenWindow, link: string): Promise<void> {
  // Before the message: a page in the background may be frozen.
  await window.focus();
  if (!(await asked(window, link))) await window.navigate(link);
}

/** @returns whether the page responded */
async function asked(window: OpenWindow, link: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const responded = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, RESPONSE_MS, false);
  });
  window.postMessage({ type: OPEN_LINK, link }, [port2]);
  return responded.finally(() => port1.close());
}

/** A path of this site: `//host` and `/\host` would lead to another one. */
function isPath(link: string): boolean {
  return /^\/(?![/\\])/.test(link);
}
