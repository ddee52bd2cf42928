import { expect, test } from 'vitest';
import { addDays, countDays, dayOfBenin, isDay } from './day.ts';

test('a day of Benin begins an hour before that of UTC', () => {
  expect(dayOfBenin(new Date('2026-11-20T22:59:59Z'))).toBe('2026-11-20');
  expect(dayOfBenin(new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21');
});

test('days are counted with both ends, over months and leap years', () => {
  expect(countDays('2026-11-20', '2026-11-20')).toBe(1);
  expect(countDays('2028-02-28', '2028-03-01')).toBe(3);
  expect(addDays('2026-11-20', -29)).toBe('2026-10-22');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
});

test.each([
  ['2026-11-20', true],
  ['2026-02-30', false],
  ['2026-11', false],
  ['', false],
])('« %s » is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});
