import { Refusal } from '../../refusal.ts';

interface Claim {
  readonly person: string;
  readonly bytes: number;
}

/**
 * Limits memory: a claim waits until it fits, in order. Waiting requests are not read, so that their clients wait too.
 * @param total bytes that all people may use at the same time
 * @param perPerson bytes that one person may use; their further claims wait and do not delay those of others
 * @param waiting how many claims may wait; the next one is refused with 503 UNAVAILABLE
 * @returns a function that resolves when the claim fits, with one that gives its bytes back
 */
export function limitMemory({
  total,
  perPerson,
  waiting,
}: {
  readonly total: number;
  readonly perPerson: number;
  readonly waiting: number;
}): (claim: Claim) => Promise<() => void> {
  const held = new Map<string, number>();
  const queue: (Claim & { readonly admit: () => void })[] = [];
  let heldTotal = 0;

  const add = (person: string, bytes: number) => {
    heldTotal += bytes;
    const sum = (held.get(person) ?? 0) + bytes;
    if (sum > 0) held.set(person, sum);
    else held.delete(person);
  };

  const admitWaiting = () => {
    for (let at = 0; at < queue.length; ) {
      const { person, bytes, admit } = queue[at] as (typeof queue)[number];
      // Later, smaller claims of others do not overtake one that waits for the total.
      const isFirst = (held.get(person) ?? 0) + bytes <= perPerson;
      if (isFirst && heldTotal + bytes > total) return;
      if (!isFirst) at += 1;
      else {
        queue.splice(at, 1);
        add(person, bytes);
        admit();
      }
    }
  };

  return async ({ person, bytes }) => {
    if (queue.length >= waiting) throw new Refusal('UNAVAILABLE', { retryAfter: 5 });
    await new Promise<void>((admit) => {
      queue.push({ person, bytes, admit });
      admitWaiting();
    });
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      add(person, -bytes);
      admitWaiting();
    };
  };
}
