import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';
import { expect, test } from 'vitest';
import { isWholeNight, nightName, weekAfter, weekOf } from './week.ts';

const shift = (startsAt: string, endsAt: string): DutyShift => ({
  _id: startsAt,
  pharmacy: { _id: 'p', name: 'Pharmacie', phone: null, address: null },
  startsAt,
  endsAt,
});
const friday = shift('2026-11-20T21:00:00.000Z', '2026-11-21T07:00:00.000Z');
const whole = shift('2026-11-21T07:00:00.000Z', '2026-11-23T07:00:00.000Z');

test('a shift is in each night that it overlaps', () => {
  const week = weekOf('2026-11-20', [friday, whole]);
  expect(week.map(({ date, shifts }) => `${date.slice(8)}: ${shifts.length}`)).toEqual([
    '20: 1',
    '21: 1',
    '22: 1',
    '23: 0',
    '24: 0',
    '25: 0',
    '26: 0',
  ]);
  expect([isWholeNight('2026-11-20', friday), isWholeNight('2026-11-21', whole)]).toEqual([true, false]);
});

test('weeks continue over the end of a year', () => {
  expect(weekAfter('2026-12-28', 1)).toBe('2027-01-04');
  expect(weekAfter('2026-11-20', -1)).toBe('2026-11-13');
  expect(nightName('2026-11-20')).toBe('vendredi 20 novembre');
});
