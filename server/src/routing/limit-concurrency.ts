import type { Refusal } from '../refusal.ts';

/**
 * Limits how many calls of one person, or of one address, are served at once: further ones wait for their turn, in order.
 * @param waiting how many of one may wait; the next one is refused
 * @returns a function that resolves at the turn, with one that ends it
 */
export function limitConcurrency({
  atOnce,
  waiting,
  refusal,
}: {
  readonly atOnce: number;
  readonly waiting: number;
  readonly refusal: () => Refusal;
}): (who: string) => Promise<() => void> {
  const all = new Map<string, { served: number; readonly queue: (() => void)[] }>();

  const end = (who: string) => {
    const turns = all.get(who);
    if (turns === undefined) return;
    // The next one takes over the turn.
    const next = turns.queue.shift();
    if (next !== undefined) return next();
    turns.served -= 1;
    if (turns.served === 0) all.delete(who);
  };

  return async (who) => {
    const turns = all.get(who) ?? { served: 0, queue: [] };
    all.set(who, turns);
    if (turns.served < atOnce) turns.served += 1;
    else if (turns.queue.length >= waiting) throw refusal();
    else await new Promise<void>((resolve) => turns.queue.push(resolve));
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      end(who);
    };
  };
}
