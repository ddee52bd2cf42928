import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinLines, splitLines, splitRewritten } from './split-lines.ts';

const lines = fc.uniqueArray(fc.record({ medicationId: fc.constantFrom(...'abcdefgh'), price: fc.nat() }), {
  selector: ({ medicationId }) => medicationId,
  minLength: 1,
});
const ids = fc.subarray([...'abcdefgh']);

it('every line is taken or left out, in the order of the prescription', () => {
  fc.assert(
    fc.property(lines, ids, (all, leftOut) => {
      const split = splitLines(all, leftOut);
      expect(all.filter((line) => split.taken.includes(line))).toEqual(split.taken);
      expect(joinLines(split.taken, split.leftOut).map(plain)).toEqual(all);
      expect(split.leftOut.every(({ medicationId }) => leftOut.includes(medicationId))).toBe(true);
    }),
  );
});

it('at least one line of a corrected prescription is taken', () => {
  fc.assert(
    fc.property(lines, ids, (all, before) => {
      const { taken, leftOut } = splitRewritten(
        all,
        before.map((medicationId) => ({ medicationId })),
      );
      expect(taken.length).toBeGreaterThan(0);
      expect(taken.length + leftOut.length).toBe(all.length);
    }),
  );
  const a = { medicationId: 'a' };
  const b = { medicationId: 'b' };
  expect(splitRewritten([a, b], [a])).toEqual({ taken: [b], leftOut: [{ ...a, position: 0 }] });
  expect(splitRewritten([a], [a])).toEqual({ taken: [a], leftOut: [] });
});

const plain = ({ medicationId, price }: { medicationId: string; price: number }) => ({ medicationId, price });
