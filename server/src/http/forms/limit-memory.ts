import { Refusal } from '../../refusal.ts';

/** Memory is claimed by these steps as bytes arrive: a promised body takes one. */
export const STEP_BYTES = 256 * 1024;

/** The memory of one body. */
export interface Memory {
  /** Claims what a body of this many bytes needs. @throws 503 UNAVAILABLE when it does not fit */
  grow(bytes: number): void;
  release(): void;
}

/**
 * Limits the memory of bodies. A new one waits, in order, while most of the total is taken. One that has begun never
 * waits, as all of them could then wait for each other: it is refused when it no longer fits.
 * @param total bytes of all bodies
 * @param forNew bytes up to which new bodies begin; the rest is for those that grow
 * @param perAddress bytes of one address; its further bodies wait and do not delay those of others
 * @param waiting how many may wait; the next one is refused with 503 UNAVAILABLE
 * @returns a function that resolves when a body of this address may begin
 */
export function limitMemory({
  total,
  forNew,
  perAddress,
  waiting,
}: {
  readonly total: number;
  readonly forNew: number;
  readonly perAddress: number;
  readonly waiting: number;
}): (address: string) => Promise<Memory> {
  const held = new Map<string, number>();
  const queue: { readonly address: string; readonly admit: () => void }[] = [];
  let heldTotal = 0;

  const heldBy = (address: string) => held.get(address) ?? 0;
  const add = (address: string, bytes: number) => {
    heldTotal += bytes;
    const sum = heldBy(address) + bytes;
    if (sum > 0) held.set(address, sum);
    else held.delete(address);
  };

  const admitWaiting = () => {
    for (let at = 0; at < queue.length && heldTotal + STEP_BYTES <= forNew; ) {
      const { address, admit } = queue[at] as (typeof queue)[number];
      if (heldBy(address) + STEP_BYTES > perAddress) at += 1;
      else {
        queue.splice(at, 1);
        add(address, STEP_BYTES);
        admit();
      }
    }
  };

  return async (address) => {
    if (queue.length >= waiting) throw unavailable();
    await new Promise<void>((admit) => {
      queue.push({ address, admit });
      admitWaiting();
    });
    let mine = STEP_BYTES;
    let isReleased = false;
    return {
      grow: (bytes) => {
        const more = Math.ceil(bytes / STEP_BYTES) * STEP_BYTES - mine;
        if (more <= 0 || isReleased) return;
        if (heldTotal + more > total || heldBy(address) + more > perAddress) throw unavailable();
        add(address, more);
        mine += more;
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        add(address, -mine);
        admitWaiting();
      },
    };
  };
}

const unavailable = () => new Refusal('UNAVAILABLE', { retryAfter: 5 });
