import { expect, test } from 'vitest';
import { plain } from '../testing/plain.ts';
import { amountProblem, formatFcfa, readAmount } from './amount.ts';

test.each([
  ['12500', 12_500],
  ['12 500', 12_500],
  [' 12\u202f500 ', 12_500],
  ['0', 0],
  ['-5', -5],
  ['1,5', 1.5],
  ['', Number.NaN],
  ['  ', Number.NaN],
  ['mille', Number.NaN],
])('reads « %s » as %d', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});

test.each([
  [1, undefined],
  [1_200, undefined],
  [1_201, 'Montant supérieur au reste à payer (1 200 F)'],
  [1.5, 'Le montant doit être un nombre entier supérieur à 0'],
  [Number.POSITIVE_INFINITY, 'Le montant doit être un nombre entier supérieur à 0'],
])('checks %d F when 1 200 F remain', (amount, problem) => {
  expect(plain(amountProblem(amount, 1_200))).toBe(problem);
});

test('formats amounts in FCFA', () => {
  expect(plain(formatFcfa(12_500))).toBe('12 500 FCFA');
});
