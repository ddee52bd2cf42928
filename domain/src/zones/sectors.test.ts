import { expect, test } from 'vitest';
import { distinctSectors, hasSector } from './sectors.ts';

test('removes duplicate sectors and preserves the first spelling', () => {
  expect(distinctSectors(['Cadjèhoun', 'Agla', 'CADJEHOUN', 'Zogbo', 'agla '])).toEqual([
    'Cadjèhoun',
    'Agla',
    'Zogbo',
  ]);
});

test('ignores accents and case', () => {
  expect(hasSector(['Cadjèhoun'], ' cadjehoun ')).toBe(true);
  expect(hasSector(['Cadjèhoun'], 'Cadjèhoun Gare')).toBe(false);
});
