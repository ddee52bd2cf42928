import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import { expect, test } from 'vitest';
import { aPharmacy, aShift } from '../../testing/pharmacies.ts';
import { countMissing, isOver, nightName, pharmaciesOf, weekdayName, weekOf } from './week.ts';

const MONDAY = '2026-11-23';
const fifame = aPharmacy();
const zogbo = aPharmacy({ name: 'Pharmacie Zogbo' });
const longShift = (pharmacy: typeof fifame): DutyShift => ({
  ...aShift('2026-11-24', pharmacy),
  startsAt: '2026-11-24T07:00:00.000Z',
  endsAt: '2026-11-26T07:00:00.000Z',
});

test('each pharmacy has a row with its shift of each night', () => {
  const whole = aShift('2026-11-24', fifame);
  const shifts = [longShift(fifame), whole, aShift('2026-11-29', zogbo), aShift('2026-11-22', zogbo)];
  const rows = weekOf(MONDAY, pharmaciesOf(shifts, [fifame]), shifts);
  expect(
    rows.map(({ pharmacy, nights }) => [pharmacy.name, nights.map(({ shift }) => shift !== undefined)]),
  ).toEqual([
    ['Pharmacie Fifamè', [false, true, true, false, false, false, false]],
    ['Pharmacie Zogbo', [false, false, false, false, false, false, true]],
  ]);
  // The shift of exactly that night comes before the longer one.
  expect(rows[0]?.nights[1]?.shift).toBe(whole);
});

test('counts what the week before has and this week lacks', () => {
  const before = ['2026-11-15', '2026-11-16', '2026-11-20', '2026-11-22'].map((date) => aShift(date, fifame));
  const count = (shifts: DutyShift[], now: string) => countMissing(MONDAY, shifts, new Date(now));
  expect(count(before, '2026-11-20T10:00:00Z')).toBe(3);
  expect(count([...before, aShift('2026-11-27', fifame)], '2026-11-20T10:00:00Z')).toBe(2);
  expect(count([...before, aShift('2026-11-27', zogbo)], '2026-11-20T10:00:00Z')).toBe(3);
  // The night of Monday has ended.
  expect(count(before, '2026-11-24T07:00:00Z')).toBe(2);
});

test('a night is over at 8:00 in Benin', () => {
  expect(isOver(MONDAY, new Date('2026-11-24T06:59:59Z'))).toBe(false);
  expect(isOver(MONDAY, new Date('2026-11-24T07:00:00Z'))).toBe(true);
});

test('names a night', () => {
  expect([nightName(MONDAY), weekdayName(MONDAY)]).toEqual(['lundi 23 novembre', 'lun.']);
});
