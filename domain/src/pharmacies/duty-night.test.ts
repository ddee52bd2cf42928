import { expect, test } from 'vitest';
import { dutyNight, mondayOf, nightsFrom, overlap, tonight } from './duty-night.ts';

test('a night lasts from 22:00 to 08:00 in Benin, which is one hour ahead of UTC', () => {
  expect(dutyNight('2026-11-20')).toEqual({
    startsAt: new Date('2026-11-20T21:00:00Z'),
    endsAt: new Date('2026-11-21T07:00:00Z'),
  });
});

test.each(['', '2026', '2026-11', '2026-02-30', '2026-13-01', '1999-01-01', '2026-11-20T00:00:00Z'])(
  '"%s" is not a night',
  (date) => {
    expect(dutyNight(date)).toBeNull();
  },
);

test.each([
  ['2026-11-20T06:59:59.999Z', '2026-11-19'],
  ['2026-11-20T07:00:00.000Z', '2026-11-20'],
  ['2026-11-20T20:59:59.999Z', '2026-11-20'],
  ['2026-11-20T23:30:00.000Z', '2026-11-20'],
  ['2026-12-31T23:30:00.000Z', '2026-12-31'],
  ['2027-01-01T06:00:00.000Z', '2026-12-31'],
])('at %s, tonight is %s', (now, night) => {
  expect(tonight(new Date(now))).toBe(night);
});

test('lists nights across the end of a month', () => {
  expect(nightsFrom('2026-11-29', 4)).toEqual(['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02']);
});

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s begins on %s', (date, monday) => {
  expect(mondayOf(date)).toBe(monday);
});

test('time ranges that only touch do not overlap', () => {
  const one = dutyNight('2026-11-20');
  const next = dutyNight('2026-11-21');
  const day = { startsAt: one!.endsAt, endsAt: next!.startsAt };
  expect([overlap(one!, day), overlap(day, next!), overlap(one!, one!)]).toEqual([false, false, true]);
  expect(overlap({ startsAt: day.startsAt, endsAt: next!.endsAt }, next!)).toBe(true);
});
