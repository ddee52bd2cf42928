import { expect, test } from 'vitest';
import { orderFilters } from './order-filters.ts';

const { isFiltered, none, read: readFilters, write } = orderFilters;

const COURIER = '0198a000-0000-7000-8000-000000000009';
const read = (url: string) => readFilters(new URLSearchParams(url));

test('reads filters from the URL', () => {
  expect(read(`state=pending&deliveryPerson=${COURIER}&date=2026-11&late=true&q=dossou`)).toEqual({
    state: 'pending',
    deliveryPerson: COURIER,
    date: '2026-11',
    late: 'true',
    q: 'dossou',
  });
});

test('ignores values that the server would refuse', () => {
  expect(read('state=perdue&deliveryPerson=moi&date=2026-02-30')).toEqual(none);
  expect(read(`q=${'x'.repeat(101)}`).q).toHaveLength(100);
});

test('changing a filter keeps the open order and the other filters; clearing removes all of them', () => {
  const search = new URLSearchParams('order=abc&state=pending&q=dossou');
  expect(write(search, { state: 'ended' }).toString()).toBe('order=abc&state=ended&q=dossou');
  expect(write(search, none).toString()).toBe('order=abc');
});

test('ignores blank text', () => {
  expect(isFiltered({ ...none, q: '  ' })).toBe(false);
  expect(isFiltered({ ...none, date: '2026' })).toBe(true);
});
