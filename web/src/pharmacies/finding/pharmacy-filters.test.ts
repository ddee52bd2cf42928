import { expect, test } from 'vitest';
import { pharmacyFilters } from './pharmacy-filters.ts';

const { none, write } = pharmacyFilters;

const read = (text: string) => pharmacyFilters.read(new URLSearchParams(text));

test.each([
  ['', none],
  ['radius=12&duty=1', { radius: 12, duty: true }],
  ['radius=0', { radius: 1, duty: false }],
  ['radius=999', { radius: 30, duty: false }],
  ['radius=loin&duty=oui', none],
])('« %s » is %o', (text, filters) => {
  expect(read(text)).toEqual(filters);
});

test('default values are not in the URL; other parameters remain', () => {
  const search = new URLSearchParams('radius=12&x=1');
  expect(`${write(search, { duty: true })}`).toBe('radius=12&x=1&duty=1');
  expect(`${write(search, none)}`).toBe('x=1');
});
