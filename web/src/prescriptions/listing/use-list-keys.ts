import { type KeyboardEvent, type RefObject, useEffect } from 'react';

const ROWS = 'a[data-prescription]';
// Where letters already mean something.
const OWN_KEYS = 'input, select, textarea, [contenteditable], [role="menu"], [role="dialog"]';

/**
 * The keys of a desk: `/` goes to the search, the arrows, Home and End go through the rows, Enter opens one (it is a
 * link). Answers what to hang on the list and on the search field.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, search: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest(OWN_KEYS) || document.querySelector('[role="dialog"]') || !search.current) return;
      event.preventDefault();
      search.current.focus();
      search.current.select();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [search]);

  const goTo = (event: KeyboardEvent, place: (at: number, last: number) => number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
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
