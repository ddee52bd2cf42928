import { expect, it } from 'vitest';
import { licenceAlarm } from './licence.ts';

it.each([
  [null, null],
  ['2027-01-20', null],
  ['2027-01-19', 60],
  ['2026-12-21', 60],
  ['2026-12-20', 30],
  ['2026-11-28', 30],
  ['2026-11-27', 7],
  ['2026-11-20', 7],
  ['2026-11-19', 0],
] as const)('tells on 20 November of an authorisation until %s: %s', (until, expected) => {
  expect(licenceAlarm(until, '2026-11-20')).toBe(expected);
});
