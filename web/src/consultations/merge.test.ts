import type { ChatMessage } from '@amasin/domain/consultations/consultation.ts';
import { describe, expect, it } from 'vitest';
import { aMessage } from '../testing/consultations.ts';
import { lastWithoutGap, merge, withoutSent } from './api.ts';

const messages = (...numbers: number[]) => numbers.map((seq) => aMessage(seq));
const numbersOf = (list: readonly ChatMessage[]) => list.map(({ seq }) => seq);

/** Numbers from 0 to 1, the same in every run. */
function generator(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe('merging messages', () => {
  it('orders them by number', () => {
    expect(numbersOf(merge(messages(2, 3), messages(5, 1, 4)))).toEqual([1, 2, 3, 4, 5]);
  });

  it('includes repeated messages once', () => {
    const before = messages(1, 2);
    expect(merge(before, messages(2, 1))).toBe(before);
    expect(numbersOf(merge(before, messages(3, 3, 2)))).toEqual([1, 2, 3]);
  });

  it('returns the same list in whatever order and batches they arrive', () => {
    const random = generator(20261120);
    const all = messages(...Array.from({ length: 60 }, (_, index) => index + 1));
    for (let round = 0; round < 200; round += 1) {
      let merged: readonly ChatMessage[] = [];
      const toCome = [...all, ...all.filter(() => random() < 0.3)].sort(() => random() - 0.5);
      while (toCome.length > 0) merged = merge(merged, toCome.splice(0, 1 + Math.floor(random() * 7)));
      expect(merged).toEqual(all);
      expect(lastWithoutGap(merged)).toBe(60);
    }
  });
});

describe('the last number without a gap', () => {
  it.each([
    [[], 0],
    [[1, 2, 3], 3],
    [[1, 2, 5, 6], 2],
    // The first loaded message need not be the first of all.
    [[51, 52, 54], 52],
  ])('of %j is %i', (numbers, last) => {
    expect(lastWithoutGap(messages(...numbers))).toBe(last);
  });
});

it('a message that the server has is no longer unsent', () => {
  const unsent = [{ clientMessageId: 'a' }, { clientMessageId: 'b' }];
  expect(withoutSent(unsent, [aMessage(1, { clientMessageId: 'a' })])).toEqual([{ clientMessageId: 'b' }]);
});
