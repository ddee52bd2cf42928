import { expect, test } from 'vitest';
import { describeDate, orderFilters, usualDates } from './filters.ts';

test('the day is the date in Benin, one hour ahead of UTC', () => {
  const today = (at: string) => usualDates(new Date(at))[0]?.value;
  expect(today('2026-11-20T22:59:59Z')).toBe('2026-11-20');
  expect(today('2026-11-20T23:00:00Z')).toBe('2026-11-21');
});

test('the usual dates start with today and reach into the previous year', () => {
  expect(usualDates(new Date('2027-01-01T10:00:00Z'))).toEqual([
    { value: '2027-01-01', label: 'Aujourd’hui' },
    { value: '2026-12-31', label: 'Hier' },
    { value: '2027-01', label: 'janvier 2027' },
    { value: '2026-12', label: 'décembre 2026' },
    { value: '2027', label: 'année 2027' },
  ]);
});

test.each([
  ['2026-11-20', '20 novembre 2026'],
  ['2026-11', 'novembre 2026'],
  ['2026', 'année 2026'],
  ['2026-13', '2026-13'],
])('%s is described as « %s »', (prefix, text) => {
  expect(describeDate(prefix)).toBe(text);
});

const { isFiltered, none, read: readFilters, write } = orderFilters;

const PHARMACY = '0198a000-0000-7000-8000-000000000008';
const COURIER = '0198a000-0000-7000-8000-000000000009';
const read = (url: string) => readFilters(new URLSearchParams(url));

test('reads filters from the URL', () => {
  expect(
    read(`state=pending&deliveryPerson=${COURIER}&pharmacy=${PHARMACY}&date=2026-11&late=true&q=dossou`),
  ).toEqual({
    state: 'pending',
    deliveryPerson: COURIER,
    pharmacy: PHARMACY,
    date: '2026-11',
    late: 'true',
    q: 'dossou',
  });
});

test('ignores values that the server would refuse', () => {
  expect(read('state=perdue&deliveryPerson=moi&pharmacy=elle&date=2026-02-30')).toEqual(none);
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
