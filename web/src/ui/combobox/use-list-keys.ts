import { type KeyboardEvent, useEffect, useState } from 'react';
import type { SearchOption } from './search-option.ts';

type Input = {
  options: readonly SearchOption[];
  opened: boolean;
  /** The active option of a new list; -1 for none. */
  first: 0 | -1;
  setOpen: (open: boolean) => void;
  pick: (key: string) => void;
};

/** Arrows move through the list and wrap around, Enter picks, Escape closes. */
export function useListKeys({ options, opened, first, setOpen, pick }: Input) {
  const [index, setActive] = useState<number>(first);
  const active = Math.min(index, options.length - 1);

  const best = options[0]?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes
  useEffect(() => setActive(first), [best, options.length, first]);

  const move = (field: HTMLElement, step: number) => {
    if (options.length === 0) return;
    const next =
      active === -1 && step < 0 ? options.length - 1 : (active + step + options.length) % options.length;
    setActive(next);
    const listId = field.getAttribute('aria-controls') ?? '';
    document.getElementById(listId)?.children[next]?.scrollIntoView({ block: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (opened) move(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
      else setOpen(true);
    } else if (event.key === 'Enter') {
      // Enter picks the option and does not submit the form.
      event.preventDefault();
      const option = options[active];
      if (opened && option !== undefined) pick(option.key);
    } else if (event.key === 'Escape' && opened) {
      event.preventDefault();
      setOpen(false);
    }
  };

  return { active, setActive, onKeyDown };
}
