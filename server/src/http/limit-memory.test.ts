import { describe, expect, it } from 'vitest';
import { limitMemory, type Memory, STEP_BYTES } from './read-form.ts';

/** Sizes are in steps. */
function bodies({ total = 10, forNew = 10, perAddress = 10, waiting = 100, waitingPerAddress = 100 }) {
  const open = limitMemory({
    total: total * STEP_BYTES,
    forNew: forNew * STEP_BYTES,
    perAddress: perAddress * STEP_BYTES,
    waiting,
    waitingPerAddress,
  });
  const begun: string[] = [];
  const memories = new Map<string, Memory>();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    open,
    /** @returns those that have begun so far, in order */
    begin: async (name: string) => {
      // The first letter is the address.
      void open(name.slice(0, 1)).then((memory) => {
        begun.push(name);
        memories.set(name, memory);
      });
      await settle();
      return begun;
    },
    grow: (name: string, steps: number) => memories.get(name)?.grow(steps * STEP_BYTES),
    release: async (name: string) => {
      memories.get(name)?.release();
      await settle();
      return begun;
    },
  };
}

const refused = expect.objectContaining({ code: 'UNAVAILABLE', status: 503 });

describe('a body', () => {
  it('waits while its address holds too much, and does not delay others', async () => {
    const { begin, grow, release } = bodies({ perAddress: 4 });
    await begin('a1');
    grow('a1', 4);
    await begin('a2');
    expect(await begin('b1')).toEqual(['a1', 'b1']);
    expect(await release('a1')).toEqual(['a1', 'b1', 'a2']);
  });

  it('waits in order while most is taken, for which those that have begun may grow', async () => {
    const { begin, grow, release } = bodies({ total: 10, forNew: 8 });
    await begin('a1');
    grow('a1', 8);
    await begin('b1');
    expect(await begin('c1')).toEqual(['a1']);
    grow('a1', 10);
    expect(await release('a1')).toEqual(['a1', 'b1', 'c1']);
  });

  it('is refused when it grows beyond the total or beyond its address, and takes nothing more', async () => {
    const { begin, grow } = bodies({ total: 10, perAddress: 6 });
    await begin('a1');
    await begin('b1');
    expect(() => grow('a1', 7)).toThrow(refused);
    grow('a1', 6);
    expect(() => grow('b1', 5)).toThrow(refused);
    grow('b1', 4);
  });

  it('claims whole steps, and nothing for what it has', async () => {
    const { begin, grow } = bodies({ total: 3 });
    await begin('a1');
    await begin('b1');
    grow('a1', 0.1);
    grow('a1', 1);
    grow('b1', 1.1);
    expect(() => grow('a1', 1.1)).toThrow(refused);
  });

  it('gives its bytes back once, however often it is released, and takes none after', async () => {
    const { begin, grow, release } = bodies({ total: 2, forNew: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) await begin(name);
    await release('a1');
    grow('a1', 2);
    expect(await release('a1')).toEqual(['a1', 'a2', 'a3']);
  });

  it('is refused with 503 when too many wait', async () => {
    const { begin, open } = bodies({ total: 1, forNew: 1, waiting: 1 });
    await begin('a1');
    await begin('a2');
    await expect(open('z')).rejects.toEqual(refused);
  });

  it('is refused when too many of its address wait, and those of others begin', async () => {
    const { begin, open } = bodies({ perAddress: 1, waiting: 2, waitingPerAddress: 1 });
    await begin('a1');
    await begin('a2');
    await expect(open('a')).rejects.toEqual(refused);
    expect(await begin('b1')).toEqual(['a1', 'b1']);
  });
});
