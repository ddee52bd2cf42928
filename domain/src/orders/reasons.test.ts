import { expect, it } from 'vitest';
import { concernsLine, isShortage, problemReasons, shortageReasons } from './reasons.ts';
import { refundLabel, refundStates } from './refund.ts';

it('a shortage is what a pharmacy reports, never what a courier does', () => {
  expect(shortageReasons.filter((reason) => !isShortage(reason))).toEqual([]);
  expect(problemReasons.filter(isShortage)).toEqual([]);
});

it('a pharmacy names a medicine where the shortage is of one', () => {
  expect(shortageReasons.filter(concernsLine)).toEqual([
    'medicine-out-of-stock',
    'quantity-short',
    'price-differs',
  ]);
});

it('a customer reads that a refund goes on until it is done, also when the provider refused it once', () => {
  expect(refundStates.map((state) => `${state} ${refundLabel(state)}`)).toEqual([
    'asked en cours',
    'sent en cours',
    'done effectué',
    'failed en cours',
  ]);
});
