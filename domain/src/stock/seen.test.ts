import { expect, test } from 'vitest';
import { describeSeen } from './seen.ts';

// Benin is an hour ahead of UTC.
const NOW = '2026-11-20T15:00:00Z';

test.each([
  ['2026-11-20T07:12:00Z', NOW, 'vu en stock ce matin'],
  ['2026-11-20T07:12:00Z', '2026-11-20T08:00:00Z', 'vu en stock ce matin'],
  ['2026-11-20T03:59:00Z', NOW, 'vu en stock cette nuit'],
  ['2026-11-20T04:00:00Z', NOW, 'vu en stock ce matin'],
  ['2026-11-20T10:59:00Z', NOW, 'vu en stock ce matin'],
  ['2026-11-20T13:00:00Z', NOW, 'vu en stock à 14\u00a0h'],
  ['2026-11-20T13:05:00Z', NOW, 'vu en stock à 14\u00a0h\u00a005'],
  ['2026-11-19T23:30:00Z', NOW, 'vu en stock cette nuit'],
  ['2026-11-19T22:30:00Z', NOW, 'vu en stock hier soir'],
  ['2026-11-19T17:00:00Z', NOW, 'vu en stock hier soir'],
  ['2026-11-19T16:59:00Z', NOW, 'vu en stock hier après-midi'],
  ['2026-11-19T08:00:00Z', NOW, 'vu en stock hier matin'],
  ['2026-11-18T22:00:00Z', NOW, 'vu en stock le 18 novembre 2026'],
  // The clock of a telephone may be behind.
  ['2026-11-20T15:10:00Z', NOW, 'vu en stock à 16\u00a0h\u00a010'],
  ['2026-11-20T23:10:00Z', '2026-11-20T22:58:00Z', 'vu en stock cette nuit'],
])('seen at %s, read at %s: %s', (at, now, text) => {
  expect(describeSeen(new Date(at), new Date(now))).toBe(text);
});
