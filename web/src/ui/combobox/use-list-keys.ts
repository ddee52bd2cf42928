import { type KeyboardEvent, useEffect, useState } from 'react';
import type { SearchOption } from './search-option.ts';

type Input = {
  options: readonly SearchOption[];
  opened: boolean;
  /** Where the arrows begin in another list; -1 for before the first. */
  first: 0 | -1;
  setWanted: (wanted: boolean) => void;
  pick: (key: string) => void;
};

/** Arrows move through the list and around its ends, Enter picks, Escape closes. */
export function useListKeys({ options, opened, first, setWanted, pick }: Input) {
  const [chosen, setActive] = useState<number>(first);
  const active = Math.min(chosen, options.length - 1);

  const best = options[0]?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: run when another list comes
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
      else setWanted(true);
    } else if (event.key === 'Enter') {
      // Never the form: Enter in a search means this answer.
      event.preventDefault();
      const option = options[active];
      if (opened && option !== undefined) pick(option.key);
    } else if (event.key === 'Escape' && opened) {
      event.preventDefault();
      setWanted(false);
    }
  };

  return { active, setActive, onKeyDown };
}
