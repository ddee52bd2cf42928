import { expect, test } from 'vitest';
import { plain } from '../testing/plain.ts';
import { formatFcfa, readPayment } from './amount.ts';

test.each([
  ['1', 1, null],
  ['1 200 F', 1_200, null],
  ['1.200', 1_200, null],
  ['1 201', 1_201, 'Montant supérieur au reste à payer (1 200 F)'],
  ['10.000', 10_000, 'Montant supérieur au reste à payer (1 200 F)'],
  ['abc', 0, 'Montant invalide'],
  ['1,5', 0, 'Montant invalide'],
  ['-5', 0, 'Montant invalide'],
  ['0', 0, null],
  [' ', 0, null],
])('reads « %s » as a payment of %d F when 1 200 F remain: %s', (text, amount, problem) => {
  const read = readPayment(text, 1_200);
  expect(read.amount).toBe(amount);
  expect(plain(read.problem) ?? null).toBe(problem);
});

test('formats amounts in FCFA', () => {
  expect(plain(formatFcfa(12_500))).toBe('12 500 FCFA');
});
