import { expect, test } from 'vitest';
import { faultReference } from './fault-reference.ts';

test('has the time in Benin, then characters that are not confused with one another', () => {
  const late = new Date('2026-11-20T23:05:00Z');
  expect(faultReference(late, 0)).toBe('21-0005-222');
  expect(faultReference(late, 0.999999)).toBe('21-0005-ZZZ');
  for (let chance = 0; chance < 1; chance += 0.013) {
    expect(faultReference(late, chance)).toMatch(/^21-0005-[2-9AC-HJ-NP-RT-Z]{3}$/);
  }
});
