import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { expect, test } from 'vitest';
import { readLastPharmacies, storeLastPharmacies } from './last-found.ts';

const pharmacy = (name: string, distance: number) => ({ _id: name, name, distance }) as Pharmacy;

test('stores neither distances nor their order', () => {
  storeLastPharmacies([pharmacy('Zongo', 0.1), pharmacy('Étoile', 0.7), pharmacy('Agla', 2.5)], new Date(0));
  const stored = JSON.stringify({ ...window.localStorage });
  expect(stored).not.toMatch(/0\.1|0\.7|2\.5/);
  expect(readLastPharmacies()?.pharmacies.map(({ name }) => name)).toEqual(['Agla', 'Étoile', 'Zongo']);
});
