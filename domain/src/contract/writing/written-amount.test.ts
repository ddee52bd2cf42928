import { expect, it } from 'vitest';
import { writtenAmount } from './written-amount.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [12_500, '12 500'],
  [1_000_000, '1 000 000'],
])('%i is written « %s »', (amount, written) => {
  expect(writtenAmount(amount)).toBe(written);
});
