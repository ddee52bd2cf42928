import { expect, test } from 'vitest';
import { plain } from '../testing/plain.ts';
import { formatDistance, formatHours, formatOpening } from './PharmacyCard.tsx';

test.each([
  ['24/7', '24 h/24, 7 j/7'],
  ['Mo-Su 00:00-00:00', '24 h/24, 7 j/7'],
  ['Mo-Su 07:00-23:00', 'Tous les jours 7 h – 23 h'],
  ['Mo-Su 00:00-08:00', 'Tous les jours 0 h – 8 h'],
  ['08:00-12:30,15:00-19:00', 'Tous les jours 8 h – 12 h 30, 15 h – 19 h'],
  ['Mo-Sa 08:00-20:00; Su,PH off', 'Lun.–sam. 8 h – 20 h ; dim., jours fériés fermé'],
  ['Sur appel, la nuit', 'Sur appel, la nuit'],
  ['Mo-Sa 08:00+', 'Mo-Sa 08:00+'],
  ['Mo-We-Fr 08:00-20:00', 'Mo-We-Fr 08:00-20:00'],
])('« %s » is open « %s »', (hours, text) => {
  expect(plain(formatHours(hours))).toBe(text);
});

test.each([
  [0, 'à moins de 100 m'],
  [0.3, 'à 300 m'],
  [0.949, 'à 900 m'],
  [0.96, 'à 1 km'],
  [1, 'à 1 km'],
  [1.2, 'à 1,2 km'],
  [29.9, 'à 29,9 km'],
])('%s km: « %s »', (km, text) => {
  expect(plain(formatDistance(km))).toBe(text);
});

test.each([
  ['Mo-Su 08:00-22:00', '2026-11-20T21:59:00+01:00', false, 'Ouverte jusqu’à 22 h'],
  ['Mo-Su 08:00-22:30', '2026-11-20T21:59:00+01:00', false, 'Ouverte jusqu’à 22 h 30'],
  ['24/7', '2026-11-20T02:00:00+01:00', false, 'Ouverte 24 h/24'],
  ['Mo-Su 08:00-22:00', '2026-11-20T02:00:00+01:00', false, 'Fermée, ouvre à 8 h'],
  ['Mo-Su 08:00-22:00', '2026-11-20T22:00:00+01:00', false, 'Fermée, ouvre demain à 8 h'],
  ['Mo-Fr 08:00-12:30', '2026-11-20T13:00:00+01:00', false, 'Fermée, ouvre lundi à 8 h'],
  ['PH 08:00-12:00', '2026-11-20T13:00:00+01:00', false, 'Fermée'],
  ['Mo-Su 08:00-22:00', '2026-11-20T02:00:00+01:00', true, undefined],
  ['Sur appel', '2026-11-20T13:00:00+01:00', false, undefined],
  [null, '2026-11-20T13:00:00+01:00', false, undefined],
])('« %s » at %s, on duty: %s, is « %s »', (hours, now, onDuty, text) => {
  const opening = formatOpening({ hours, onDuty }, new Date(now));
  expect(opening && plain(opening.text)).toBe(text ?? null);
});
