import { expect, test } from 'vitest';
import { readNights } from './read-duty-text.ts';

const WEEK = '2026-11-23';

test.each([
  ['2026-11-24', ['2026-11-24']],
  ['23/11/2026', ['2026-11-23']],
  ['23.11.26', ['2026-11-23']],
  ['25/11', ['2026-11-25']],
  ['Nuit du lundi 23 novembre 2026', ['2026-11-23']],
  ['LUNDI 23 NOVEMBRE :', ['2026-11-23']],
  ['le 1er décembre', ['2026-12-01']],
  ['Mardi', ['2026-11-24']],
  ['Mercredi 25', ['2026-11-25']],
  ['Garde du jeudi', ['2026-11-26']],
  ['Semaine du 28 au 29 novembre', ['2026-11-28', '2026-11-29']],
  [
    'du samedi 28 novembre au mardi 1er décembre 2026',
    ['2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01'],
  ],
  ['du 30 au 1er décembre', ['2026-11-30', '2026-12-01']],
])('reads the nights of « %s »', (text, nights) => {
  expect(readNights(text, WEEK)).toEqual(nights);
});

test('a week from one Monday to the next has seven nights', () => {
  expect(readNights('Semaine du lundi 23 au lundi 30 novembre 2026', WEEK)).toHaveLength(7);
});

test('a date without year is the nearest to the week', () => {
  expect(readNights('2 janvier', '2026-12-28')).toEqual(['2027-01-02']);
  expect(readNights('30 décembre', '2027-01-04')).toEqual(['2026-12-30']);
});

test.each([
  '',
  'Pharmacie Camp Guézo',
  'Pharmacie du 1er mai',
  '31/02/2026',
  '32 novembre',
  'Mercredi 12',
  'Mardi 23 novembre',
  'jeudi 24/11/2026',
  'du 29 au 3 mars 2025 novembre',
])('« %s » names no night', (text) => {
  expect(readNights(text, WEEK)).toBeNull();
});
