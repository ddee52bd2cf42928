import fc from 'fast-check';
import { expect, it } from 'vitest';
import { choiceOf, joinLines, splitLines, splitRewritten, withinOrder } from './split-lines.ts';

const lines = fc.uniqueArray(
  fc.record({ medicationId: fc.constantFrom(...'abcdefgh'), quantity: fc.integer({ min: 1, max: 9 }) }),
  { selector: ({ medicationId }) => medicationId, minLength: 1 },
);
const choice = fc.record({
  leftOut: fc.subarray([...'abcdefgh']),
  quantities: fc.uniqueArray(
    fc.record({ medicationId: fc.constantFrom(...'abcdefgh'), quantity: fc.integer({ min: 1, max: 9 }) }),
    { selector: ({ medicationId }) => medicationId },
  ),
});

it('every box is taken or left out, in the order of the prescription', () => {
  fc.assert(
    fc.property(lines, choice, (all, chosen) => {
      const { taken, leftOut } = splitLines(all, chosen);
      expect(joinLines(taken, leftOut).map(plain)).toEqual(all);
      const ids = all.map(({ medicationId }) => medicationId);
      expect(taken.map(({ medicationId }) => ids.indexOf(medicationId))).toEqual(
        ids.flatMap((id, index) => (taken.some(({ medicationId }) => medicationId === id) ? [index] : [])),
      );
      for (const id of chosen.leftOut)
        expect(taken.some(({ medicationId }) => medicationId === id)).toBe(false);
    }),
  );
});

it('the choice can be read from the lines that it has split', () => {
  fc.assert(
    fc.property(lines, choice, (all, chosen) => {
      const split = splitLines(all, chosen);
      expect(splitLines(all, choiceOf(split.taken, split.leftOut))).toEqual(split);
    }),
  );
});

const a = { medicationId: 'a', quantity: 2 };
const b = { medicationId: 'b', quantity: 1 };

it('reads the boxes of two lines of one medicine together', () => {
  const split = splitLines([a, a], { leftOut: [], quantities: [{ medicationId: 'a', quantity: 3 }] });
  expect(choiceOf(split.taken, split.leftOut).quantities).toEqual([{ medicationId: 'a', quantity: 3 }]);
});

it('takes boxes of two lines of one medicine from the first line first', () => {
  const later = { ...a, quantity: 1 };
  expect(
    splitLines([a, b, later], { leftOut: [], quantities: [{ medicationId: 'a', quantity: 2 }] }),
  ).toEqual({
    taken: [a, b],
    leftOut: [{ ...later, position: 2 }],
  });
});

it('at least one line of a corrected prescription is taken', () => {
  fc.assert(
    fc.property(lines, choice, (all, chosen) => {
      const before = splitLines(all, chosen);
      const { taken, leftOut } = splitRewritten(all, before.taken, before.leftOut);
      expect(taken.length).toBeGreaterThan(0);
      expect(joinLines(taken, leftOut).map(plain)).toEqual(all);
    }),
  );
  expect(splitRewritten([a, b], [b], [a])).toEqual({ taken: [b], leftOut: [{ ...a, position: 0 }] });
  expect(splitRewritten([a], [b], [a])).toEqual({ taken: [a], leftOut: [] });
});

const plain = ({ medicationId, quantity }: { medicationId: string; quantity: number }) => ({
  medicationId,
  quantity,
});

it('an order is split within its own boxes, whatever came back since it was placed', () => {
  expect(withinOrder([{ ...a, quantity: 5 }, b], [a], [{ ...a, quantity: 1 }])).toEqual([
    { ...a, quantity: 3 },
  ]);
  expect(withinOrder([b], [a, b], [])).toEqual([b]);
});
