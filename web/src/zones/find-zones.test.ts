import { expect, test } from 'vitest';
import { aZone } from '../testing/catalogue.ts';
import { findZones } from './ZoneField.tsx';

const zone = (label: string, sectors: string[], aliases: string[] = []) =>
  aZone({ _id: label, label, sectors, aliases });
const zones = [
  zone('Cotonou – 1er arrondissement', ['Dandji', 'Yagbé']),
  zone('Cotonou – 12e arrondissement', ['Cadjèhoun', 'Fidjrossè Centre', 'Cadjèhoun Gare']),
  zone('Cotonou – 13e arrondissement', ['Agla', 'Houénoussou'], ['Carrefour du port', 'AGLA']),
];
const found = (text: string) => findZones(zones, text).map(({ zone, sector }) => sector ?? zone.label);

test('returns every zone without a text', () => {
  expect(found(' ')).toEqual(zones.map(({ label }) => label));
});

test('finds a sector without accents, names that start with the text first', () => {
  expect(found('cadjehoun')).toEqual(['Cadjèhoun', 'Cadjèhoun Gare']);
  expect(found('centre')).toEqual(['Fidjrossè Centre']);
});

test('finds a zone by a known place, listed once even if it is also a sector', () => {
  expect(found('carrefour')).toEqual(['Carrefour du port']);
  expect(found('karrefour du port')).toEqual(['Carrefour du port']);
  expect(found('agla')).toEqual(['Agla']);
});

test('finds a zone by its own name', () => {
  expect(found('12e')).toEqual(['Cotonou – 12e arrondissement']);
});

test.each(['kadjehoun', 'cadjehun', 'cadjeehoun'])('tolerates one wrong letter: %s', (text) => {
  expect(found(text)).toContain('Cadjèhoun');
});

test('tolerates no wrong letter in a short word, nor two in a long one', () => {
  expect(found('agl')).toEqual(['Agla']);
  expect(found('ogl')).toEqual([]);
  expect(found('kadjehuun')).toEqual([]);
});

test.each(["'", '–', '%'])('finds nothing by %s', (text) => {
  expect(found(text)).toEqual([]);
});
