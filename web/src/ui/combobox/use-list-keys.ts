import { type KeyboardEvent, useEffect, useState } from 'react';
import type { SearchOption } from './search-option.ts';

type Input = {
  options: readonly SearchOption[];
  opened: boolean;
  setWanted: (wanted: boolean) => void;
  pick: (key: string) => void;
};

/** Arrows move through the list and around its ends, Enter picks, Escape closes. */
export function useListKeys({ options, opened, setWanted, pick }: Input) {
  const [chosen, setActive] = useState(0);
  const active = Math.min(chosen, Math.max(0, options.length - 1));

  // Another list begins at its best answer.
  const first = options[0]?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: run when another list comes
  useEffect(() => setActive(0), [first, options.length]);

  const move = (field: HTMLElement, step: number) => {
    if (options.length === 0) return;
    const next = (active + step + options.length) % options.length;
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
