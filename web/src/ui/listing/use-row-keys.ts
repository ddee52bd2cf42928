import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';
import { isTaken } from '../../lib/keys/is-taken.ts';

type Keys = {
  list: RefObject<HTMLElement | null>;
  /** Finds the link of each row, one in each `li`: `a[data-order]`. */
  rows: string;
  /** Given while something is open that Esc shall close. */
  onEscape?: (() => void) | undefined;
};

/**
 * The keys of a desk: the arrows, Home and End go through the rows, Enter opens one (it is a link), Esc closes it. Answers
 * what to hang on the list and on the search field, to which `/` leads by itself.
 */
export function useRowKeys({ list, rows, onEscape }: Keys) {
  // From the moment it is seen: a practised hand closes it at once.
  useLayoutEffect(() => {
    if (onEscape === undefined) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !isTaken(event)) onEscape();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onEscape]);

  const goTo = (event: KeyboardEvent, place: (at: number, last: number) => number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>(rows) ?? [])];
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
