import { expect, it } from 'vitest';
import { isLate, nextRun } from './jobs.ts';

it.each([
  ['* * * * *', '2026-11-20T10:00:59.000Z', '2026-11-20T10:01:00.000Z'],
  ['47 * * * *', '2026-11-20T10:47:00.000Z', '2026-11-20T11:47:00.000Z'],
  ['17 2 * * *', '2026-11-20T02:16:00.000Z', '2026-11-20T02:17:00.000Z'],
  ['17 2 * * *', '2026-12-31T02:17:30.000Z', '2027-01-01T02:17:00.000Z'],
  ['27 7-17 * * *', '2026-11-20T16:30:00.000Z', '2026-11-20T17:27:00.000Z'],
  ['27 7-17 * * *', '2026-11-20T17:27:00.000Z', '2026-11-21T07:27:00.000Z'],
])('%s after %s is due at %s', (cron, after, due) => {
  expect(nextRun(cron, new Date(after)).toISOString()).toBe(due);
});

it.each([
  ['follow-up-payments', '2026-11-20T10:00:00.000Z', '2026-11-20T10:11:00.000Z', false],
  ['follow-up-payments', '2026-11-20T10:00:00.000Z', '2026-11-20T10:11:01.000Z', true],
  ['sweep', '2026-11-20T02:17:05.000Z', '2026-11-21T02:20:00.000Z', false],
  ['sweep', '2026-11-20T02:17:05.000Z', '2026-11-21T03:00:00.000Z', true],
] as const)('%s, ended at %s, is late at %s: %s', (name, since, now, expected) => {
  expect(isLate(name, new Date(since), new Date(now))).toBe(expected);
});
