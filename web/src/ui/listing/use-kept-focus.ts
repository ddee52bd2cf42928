import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

type Place = { row: HTMLElement; index: number };

/**
 * Keeps the focus in a list when the focused element or its row is removed: it goes to the link of the row, then to the
 * row that takes its place, and to `fallback` when no row is left. Returns the handlers of an element around the list.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, fallback: () => HTMLElement | null) {
  const last = useRef<Place | null>(null);

  // After every change of the page.
  useLayoutEffect(() => {
    if (last.current === null || document.activeElement !== document.body) return;
    const { row, index } = last.current;
    const rows = rowsOf(list.current);
    const next = row.isConnected ? row : rows[Math.min(index, rows.length - 1)];
    (next?.querySelector<HTMLElement>('a[data-row]') ?? fallback())?.focus({ preventScroll: true });
  });

  return {
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest('li');
      const index = row === null ? -1 : rowsOf(list.current).indexOf(row);
      last.current = row === null || index === -1 ? null : { row, index };
    },
    // React calls it for what a person leaves, not for what React removes.
    onBlur: () => {
      last.current = null;
    },
  };
}

const rowsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('li') ?? [])];
