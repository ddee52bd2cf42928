import { expect, test } from 'vitest';
import { nameMatcher } from './match-name.ts';

const directory = [
  'Pharmacie Camp Guézo',
  'Pharmacie Les Étoiles',
  'Pharmacie Saint Michel',
  'Pharmacie Saint-Michel',
  'Pharmacie du Port',
  'Pharmacie du Port Nouveau',
].map((name) => ({ name }));
const matchName = nameMatcher(directory);
const match = (written: string) => {
  const { isCertain, pharmacies } = matchName(written);
  return [isCertain, ...pharmacies.map(({ name }) => name)];
};

test.each([
  ['PHARMACIE CAMP GUEZO', 'Pharmacie Camp Guézo'],
  ['Phcie du Camp Guézo', 'Pharmacie Camp Guézo'],
  ['camp guezo', 'Pharmacie Camp Guézo'],
  ['Pharmacie Camp Guézo (Camp), Tél. 21 31 55 52', 'Pharmacie Camp Guézo'],
  ['Pharmacie Camp Guézo 01 21 31 55 52', 'Pharmacie Camp Guézo'],
  ['Étoiles', 'Pharmacie Les Étoiles'],
  ['Port', 'Pharmacie du Port'],
])('« %s » is certain', (written, name) => {
  expect(match(written)).toEqual([true, name]);
});

test('the person chooses between two with the same name, and among those that resemble it', () => {
  expect(match('Pharmacie St Michel')).toEqual([false, 'Pharmacie Saint Michel', 'Pharmacie Saint-Michel']);
  expect(match('Saint Michel')).toEqual([false, 'Pharmacie Saint Michel', 'Pharmacie Saint-Michel']);
  expect(match('Camp Guézo Nord')).toEqual([false, 'Pharmacie Camp Guézo']);
});

test('reads a line of half a million tabs before the test times out', () => {
  expect(match(`Port${'\t'.repeat(500_000)}x`)[0]).toBe(false);
});

test('a name that resembles none is unknown', () => {
  expect(match('Pharmacie Inconnue')).toEqual([false]);
  expect(match('ORDRE NATIONAL DES PHARMACIENS')).toEqual([false]);
  expect(match('Pharmacie')).toEqual([false]);
});
