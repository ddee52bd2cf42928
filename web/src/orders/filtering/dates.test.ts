import { expect, test } from 'vitest';
import { describeDate, usualDates } from './dates.ts';

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
