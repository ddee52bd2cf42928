import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, countDays, dateRange, dayInBenin, isDay, timeInBenin } from './dates.ts';

describe('the period of a date in Benin (UTC+1)', () => {
  it.each([
    ['2026', '2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ['2026-11', '2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
    ['2026-12', '2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ['2026-11-20', '2026-11-19T23:00:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['2028-02-29', '2028-02-28T23:00:00.000Z', '2028-02-29T23:00:00.000Z'],
    ['2026-12-31', '2026-12-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  ])('%s lasts from %s to %s', (prefix, from, to) => {
    const range = dateRange(prefix);
    expect([range?.from.toISOString(), range?.to.toISOString()]).toEqual([from, to]);
  });

  it.each([
    '',
    'hier',
    '26',
    '2026-1',
    '2026-00',
    '2026-13',
    '2026-02-29',
    '2026-04-31',
    '2026-11-00',
    '2026-11-20T',
  ])('"%s" is not a date', (prefix) => {
    expect(dateRange(prefix)).toBeNull();
  });

  it('has no gap between days: the end of one is the start of the next', () => {
    const noon = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(noon, (date) => {
        const next = new Date(date.getTime() + 24 * 3600_000);
        const [today, tomorrow] = [date, next].map((day) => dateRange(day.toISOString().slice(0, 10)));
        expect(today?.to).toEqual(tomorrow?.from);
        const month = dateRange(date.toISOString().slice(0, 7));
        expect(month && today && month.from <= today.from && today.to <= month.to).toBe(true);
      }),
    );
  });
});

it('starts a day in Benin one hour before UTC', () => {
  expect(dayInBenin(new Date('2026-11-20T22:59:59Z'))).toBe('2026-11-20');
  expect(dayInBenin(new Date('2026-11-20T23:00:00Z'))).toBe('2026-11-21');
});

it('counts days with both ends, across months and leap years', () => {
  expect(countDays('2026-11-20', '2026-11-20')).toBe(1);
  expect(countDays('2028-02-28', '2028-03-01')).toBe(3);
  expect(addDays('2026-11-20', -29)).toBe('2026-10-22');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
});

it.each([
  ['2026-11-20', true],
  ['2026-02-30', false],
  ['2026-11', false],
  ['', false],
])('"%s" is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is);
});

it('writes times in Benin as spreadsheets read them', () => {
  expect(timeInBenin(new Date('2026-12-31T23:05:09.999Z'))).toBe('2027-01-01 00:05:09');
});
