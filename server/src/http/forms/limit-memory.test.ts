import { describe, expect, it } from 'vitest';
import { limitMemory } from './limit-memory.ts';

/** Claims by name, and the names of those admitted so far, in order. */
function claims(options: { total: number; perPerson: number; waiting?: number }) {
  const hold = limitMemory({ waiting: 100, ...options });
  const admitted: string[] = [];
  const releases = new Map<string, () => void>();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    claim: async (name: string, bytes: number) => {
      // The first letter is the person.
      void hold({ person: name.slice(0, 1), bytes }).then((release) => {
        admitted.push(name);
        releases.set(name, release);
      });
      await settle();
      return admitted;
    },
    release: async (name: string) => {
      releases.get(name)?.();
      await settle();
      return admitted;
    },
    refused: (bytes: number) => hold({ person: 'z', bytes }),
  };
}

describe('a claim of memory', () => {
  it('waits while its person holds too much, and does not delay others', async () => {
    const { claim, release } = claims({ total: 100, perPerson: 40 });
    await claim('a1', 30);
    await claim('a2', 20);
    expect(await claim('b1', 40)).toEqual(['a1', 'b1']);
    expect(await release('a1')).toEqual(['a1', 'b1', 'a2']);
  });

  it('waits for the total in order: smaller ones do not overtake it', async () => {
    const { claim, release } = claims({ total: 100, perPerson: 60 });
    await claim('a1', 60);
    await claim('b1', 60);
    expect(await claim('c1', 10)).toEqual(['a1']);
    expect(await release('a1')).toEqual(['a1', 'b1', 'c1']);
  });

  it('gives its bytes back once, however often it is released', async () => {
    const { claim, release } = claims({ total: 100, perPerson: 50 });
    await claim('a1', 50);
    await claim('a2', 50);
    await claim('a3', 50);
    await release('a1');
    expect(await release('a1')).toEqual(['a1', 'a2']);
  });

  it('is refused with 503 when too many wait', async () => {
    const { claim, refused } = claims({ total: 10, perPerson: 10, waiting: 1 });
    await claim('a1', 10);
    await claim('a2', 10);
    await expect(refused(1)).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503 });
  });
});
