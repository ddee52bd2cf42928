import { describe, expect, it } from 'vitest';
import { orderNumber } from './order.ts';

describe('the number of an order', () => {
  it.each([
    [1, 'CMD-000001'],
    [42, 'CMD-000042'],
    [999_999, 'CMD-999999'],
    [1_000_000, 'CMD-1000000'],
  ])('%i is formatted as %s', (sequence, number) => {
    expect(orderNumber(sequence)).toBe(number);
  });
});
