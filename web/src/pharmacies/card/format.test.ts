import { expect, test } from 'vitest';
import { plain } from '../../testing/plain.ts';
import { formatDistance, formatHours } from './format.ts';

test.each([
  ['24/7', '24 h/24, 7 j/7'],
  ['Mo-Su 00:00-00:00', '24 h/24, 7 j/7'],
  ['Mo-Su 07:00-23:00', 'Tous les jours 7 h – 23 h'],
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
  [1, 'à 1 km'],
  [1.2, 'à 1,2 km'],
  [29.9, 'à 29,9 km'],
])('%s km: « %s »', (km, text) => {
  expect(plain(formatDistance(km))).toBe(text);
});
