import type { Zone } from '@amasin/domain/zones/zone.ts';
import { expect, it } from 'vitest';
import { findZones } from './find-zones.ts';

const zone = (label: string, sectors: string[]): Zone => ({
  _id: label,
  label,
  sectors,
  price: 500,
  town: 'Cotonou',
});
const zones = [
  zone('Cotonou – 1er arrondissement', ['Dandji', 'Yagbé']),
  zone('Cotonou – 12e arrondissement', ['Cadjèhoun', 'Fidjrossè Centre', 'Cadjèhoun Gare']),
  zone('Cotonou – 13e arrondissement', ['Agla', 'Houénoussou']),
];
const found = (text: string) => findZones(zones, text).map(({ zone, sector }) => sector ?? zone.label);

it('shows every zone while nothing is typed', () => {
  expect(found(' ')).toEqual(zones.map(({ label }) => label));
});

it('finds a quarter without its accents, those that begin so first', () => {
  expect(found('cadjehoun')).toEqual(['Cadjèhoun', 'Cadjèhoun Gare']);
  expect(found('centre')).toEqual(['Fidjrossè Centre']);
});

it('finds a zone by its own name', () => {
  expect(found('12e')).toEqual(['Cotonou – 12e arrondissement']);
});

it.each(['kadjehoun', 'cadjehun', 'cadjeehoun'])('forgives one wrong letter: %s', (text) => {
  expect(found(text)).toContain('Cadjèhoun');
});

it('forgives no letter of a short word, nor two of a long one', () => {
  expect(found('agl')).toEqual(['Agla']);
  expect(found('ogl')).toEqual([]);
  expect(found('kadjehuun')).toEqual([]);
});
