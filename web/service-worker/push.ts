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

/** Whether a page of ours has the focus: it announces its notifications itself. */
export function hasFocus(windows: readonly { readonly focused: boolean }[]): boolean {
  return windows.some(({ focused }) => focused);
}

/** The window that opens the link: one that is there already, else the one seen last (they come in this order). */
export function windowFor<W extends { readonly url: string }>(
  windows: readonly W[],
  address: string,
): W | null {
  return windows.find(({ url }) => url === address) ?? windows[0] ?? null;
}

/** A path of this site: `//host` and `/\host` would lead to another one. */
function isPath(link: string): boolean {
  return /^\/(?![/\\])/.test(link);
}
