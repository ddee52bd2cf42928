import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { expect, test } from 'vitest';
import { pharmacyFilters, readLastPharmacies, storeLastPharmacies } from './api.ts';

const { none, write } = pharmacyFilters;

const read = (text: string) => pharmacyFilters.read(new URLSearchParams(text));

test.each([
  ['', none],
  ['radius=12&duty=1', { radius: 12, duty: true }],
  ['radius=0', { radius: 1, duty: false }],
  ['radius=999', { radius: 30, duty: false }],
  ['radius=loin&duty=oui', none],
])('« %s » is %o', (text, filters) => {
  expect(read(text)).toEqual(filters);
});

test('default values are not in the URL; other parameters remain', () => {
  const search = new URLSearchParams('radius=12&x=1');
  expect(`${write(search, { duty: true })}`).toBe('radius=12&x=1&duty=1');
  expect(`${write(search, none)}`).toBe('x=1');
});

const pharmacy = (name: string, distance: number) => ({ _id: name, name, distance }) as Pharmacy;

test('stores neither distances nor their order', () => {
  storeLastPharmacies([pharmacy('Zongo', 0.1), pharmacy('Étoile', 0.7), pharmacy('Agla', 2.5)], new Date(0));
  const stored = JSON.stringify({ ...window.localStorage });
  expect(stored).not.toMatch(/0\.1|0\.7|2\.5/);
  expect(readLastPharmacies()?.pharmacies.map(({ name }) => name)).toEqual(['Agla', 'Étoile', 'Zongo']);
});
