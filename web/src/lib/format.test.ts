import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@amasin/domain/contract/time.ts';
import { expect, test } from 'vitest';
import { plain } from '../testing/plain.ts';
import {
  countOf,
  countUpTo,
  formatDate,
  formatDegrees,
  formatMinutes,
  formatMoment,
  formatPhone,
  formatRecent,
  sentence,
  telephoneUrl,
  totalOf,
} from './format.ts';

const now = new Date('2026-11-20T13:05:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

test('uses the time zone of Benin, one hour ahead of UTC', () => {
  expect(plain(formatMoment(now, now))).toBe('ven. 20 nov. à 14 h 05');
});

test('the day is the date in Benin, not in UTC', () => {
  expect(plain(formatMoment(new Date('2026-11-19T23:30:00Z'), now))).toBe('ven. 20 nov. à 00 h 30');
});

test('formats a calendar day', () => {
  expect([formatDate('2026-11-20'), formatDate('2026-12-01')]).toEqual(['20 novembre', '1er décembre']);
});

test('includes the year when it is not the current one', () => {
  expect(plain(formatMoment(new Date('2025-03-01T08:00:00Z'), now))).toBe('sam. 1 mars 2025 à 09 h 00');
});

test.each([
  [0, "À l'instant"],
  [59 * SECOND_MS, "À l'instant"],
  [MINUTE_MS, 'Il y a 1 min'],
  [HOUR_MS - 1, 'Il y a 59 min'],
  [HOUR_MS, 'Il y a 1 h'],
  [24 * HOUR_MS - 1, 'Il y a 23 h'],
  [24 * HOUR_MS, 'jeu. 19 nov. à 14 h 05'],
  // The device's clock is behind the server's.
  [-30 * SECOND_MS, "À l'instant"],
  [-2 * HOUR_MS, 'ven. 20 nov. à 16 h 05'],
])('%i ms ago', (age, written) => {
  expect(plain(formatRecent(ago(age), now))).toBe(written);
});

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h'],
  [70, '1 h 10'],
  [125, '2 h 05'],
  [1_439, '23 h 59'],
  [1_440, '1 jour'],
  [4_500, '3 jours'],
])('%i minutes are written %s', (minutes, written) => {
  expect(plain(formatMinutes(minutes))).toBe(written);
});

test.each([
  [0, '0 commande'],
  [1, '1 commande'],
  [2, '2 commandes'],
  [1200, '1 200 commandes'],
])('the noun agrees with %i', (count, written) => {
  expect(plain(countOf(count, 'commande'))).toBe(written);
});

test('an irregular plural is passed as an argument', () => {
  expect(plain(countOf(3, 'choix', 'choix'))).toBe('3 choix');
});

test.each([
  [1000, '1 000 commandes'],
  [1001, 'Plus de 1 000 commandes'],
  [1002, '1 002 commandes'],
])('a total of %i is written %s: the server counts what matches a filter up to 1,000', (total, written) => {
  expect(plain(totalOf(total, 'commande'))).toBe(written);
});

test.each([
  [0, '0'],
  [1000, '1 000'],
  [1001, '1 000+'],
])('a number of rows of %i is written %s', (count, written) => {
  expect(plain(countUpTo(count))).toBe(written);
});

test.each([
  ['+2290197000001', '01 97 00 00 01'],
  ['+22901970000012', '01 97 00 00 01 2'],
  ['+33 6 12 34 56 78 90 12', '+33 6 12 34 56 78 90 12'],
])('%s is shown as %s', (stored, shown) => {
  expect(plain(formatPhone(stored))).toBe(shown);
});

test('the `tel:` URL contains the full number', () => {
  expect(telephoneUrl('+2290197000001')).toBe('tel:+2290197000001');
});

test('returns null for what cannot be dialled', () => {
  expect(telephoneUrl('—')).toBeNull();
});

test('degrees are written with a comma', () => {
  expect([formatDegrees(6.370_349_9), formatDegrees(2.4)]).toEqual(['6,37035', '2,4']);
});

test.each([
  ['Erreur lors du chargement', 'Erreur lors du chargement.'],
  ['Pas de connexion. Réessayez.', 'Pas de connexion. Réessayez.'],
  ['Êtes-vous sûr ?', 'Êtes-vous sûr ?'],
])('« %s » becomes « %s »', (message, whole) => {
  expect(sentence(message)).toBe(whole);
});
