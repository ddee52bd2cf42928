import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';

// Elements that use letters or Esc themselves.
const OWN_KEYS = 'input, select, textarea, [contenteditable], [role="menu"], [role="dialog"]';

/** Whether a shortcut of the page (`/`, Esc) is in use elsewhere: in a field, a menu or an open dialog. */
export function isTaken({ target, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (target instanceof Element && target.closest(OWN_KEYS)) return true;
  return document.querySelector('[role="dialog"]') !== null;
}

type Keys = {
  list: RefObject<HTMLElement | null>;
  /** Closes the open row; undefined when none is open. */
  onEscape?: (() => void) | undefined;
};

/**
 * Keyboard navigation: the arrow keys, Home and End move through the `RowLink`s, Enter opens one, Esc closes it. Returns
 * the key handlers of the list and of its search field, which `/` focuses.
 */
export function useRowKeys({ list, onEscape }: Keys) {
  // A layout effect: a key pressed as soon as the open row is visible closes it.
  useLayoutEffect(() => {
    if (onEscape === undefined) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !isTaken(event)) onEscape();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onEscape]);

  const goTo = (event: KeyboardEvent, place: (at: number, last: number) => number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])];
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    const at = links.findIndex((link) => item?.contains(link));
    const link = links[Math.min(Math.max(place(at, links.length - 1), 0), links.length - 1)];
    if (link === undefined) return;
    event.preventDefault();
    link.focus();
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
