/** React and the dialogs move the focus themselves within this time, ms. */
const SETTLE_MS = 100;

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/**
 * Keeps the focus of a person who works with the keyboard: when what had it in `root` is removed, hidden or was disabled for
 * a while, it goes to the row that took its place in the list, or to what is left around it, at last `root`. Returns a
 * function that stops.
 */
export function keepFocus(root: HTMLElement): () => void {
  let last: Place | null = null;
  let timer: number | undefined;

  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = placeOf(target, root);
  };
  // With a pointer, people leave the focus on purpose.
  const forget = () => {
    last = null;
  };
  const check = () => {
    timer = undefined;
    if (last === null || hasFocus()) return;
    const [element] = last.around;
    if (element === undefined || !isVisible(element)) (findNext(last) ?? root).focus({ preventScroll: true });
    else if (element.matches(':disabled')) last.wasDisabled = true;
    else if (last.wasDisabled) element.focus({ preventScroll: true });
  };
  const changed = new MutationObserver(() => {
    timer ??= window.setTimeout(check, SETTLE_MS);
  });

  root.addEventListener('focusin', remember);
  window.addEventListener('pointerdown', forget, { capture: true });
  changed.observe(document.body, { subtree: true, childList: true, attributes: true });
  return () => {
    window.clearTimeout(timer);
    root.removeEventListener('focusin', remember);
    window.removeEventListener('pointerdown', forget, { capture: true });
    changed.disconnect();
  };
}

type Place = {
  /** The element that had the focus, then its ancestors up to the root. */
  around: readonly HTMLElement[];
  list: HTMLElement | null;
  /** Its row in the list. */
  index: number;
  wasDisabled: boolean;
};

function placeOf(element: HTMLElement, root: HTMLElement): Place {
  const around: HTMLElement[] = [];
  for (let at: HTMLElement | null = element; at !== null; at = at === root ? null : at.parentElement)
    around.push(at);
  const row = element.closest('li');
  const list = row?.parentElement ?? null;
  return { around, list, index: row && list ? [...list.children].indexOf(row) : -1, wasDisabled: false };
}

function hasFocus(): boolean {
  const active = document.activeElement;
  return active instanceof HTMLElement && active !== document.body && isVisible(active);
}

function findNext({ around, list, index }: Place): HTMLElement | undefined {
  const row = around.find((element) => element.matches('li'));
  if (row !== undefined && !row.isConnected && list !== null && isVisible(list)) {
    const next = firstIn(list.children[Math.min(index, list.children.length - 1)]);
    if (next !== undefined) return next;
  }
  for (const element of around) {
    const first = isVisible(element) ? firstIn(element) : undefined;
    if (first !== undefined) return first;
  }
  return undefined;
}

const firstIn = (element: Element | undefined) =>
  [...(element?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].find(
    (one) => isVisible(one) && !one.matches(':disabled'),
  );

const isVisible = (element: Element) =>
  element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
