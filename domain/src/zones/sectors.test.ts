import { expect, test } from 'vitest';
import { distinctSectors, hasSector } from './sectors.ts';

test('a quarter stands once, as it was written first, in its place', () => {
  expect(distinctSectors(['Cadjèhoun', 'Agla', 'CADJEHOUN', 'Zogbo', 'agla '])).toEqual([
    'Cadjèhoun',
    'Agla',
    'Zogbo',
  ]);
});

test('accents and case make no other quarter', () => {
  expect(hasSector(['Cadjèhoun'], ' cadjehoun ')).toBe(true);
  expect(hasSector(['Cadjèhoun'], 'Cadjèhoun Gare')).toBe(false);
});
