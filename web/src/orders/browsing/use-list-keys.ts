import { type KeyboardEvent, type RefObject, useEffect } from 'react';

type Keys = {
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  /** Given while something is open that Esc shall close. */
  onEscape?: (() => void) | undefined;
};

const ROWS = 'a[data-order]';
// Where Esc and letters already mean something.
const OWN_KEYS = 'input, select, textarea, [contenteditable], [role="menu"], [role="dialog"]';

/**
 * The keys of a desk: `/` goes to the search, the arrows, Home and End go through the rows, Enter opens one (it is a
 * link), Esc closes it. Answers what to hang on the list and on the search field.
 */
export function useListKeys({ list, search, onEscape }: Keys) {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.ctrlKey || event.metaKey || event.altKey || target?.closest(OWN_KEYS)) return;
      if (event.key === '/' && search.current) {
        event.preventDefault();
        search.current.focus();
        search.current.select();
      } else if (event.key === 'Escape') onEscape?.();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [search, onEscape]);

  const goTo = (event: KeyboardEvent, place: (at: number, last: number) => number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    const at = rows.findIndex((row) => item?.contains(row));
    const row = rows[Math.min(Math.max(place(at, rows.length - 1), 0), rows.length - 1)];
    if (row === undefined) return;
    event.preventDefault();
    row.focus();
  };

  return {
    onListKey: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') goTo(event, (at) => at + 1);
      else if (event.key === 'ArrowUp') goTo(event, (at) => at - 1);
      else if (event.key === 'Home') goTo(event, () => 0);
      else if (event.key === 'End') goTo(event, (_, last) => last);
    },
    onSearchKey: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') goTo(event, () => 0);
    },
  };
}
