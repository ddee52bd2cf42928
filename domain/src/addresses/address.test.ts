import { expect, test } from 'vitest';
import { newAddress } from './address.ts';

const home = {
  name: ' Maison ',
  zone: '0198a000-0000-7000-8000-0000000000b1',
  sector: 'Haie Vive',
  address: 'Portail gris',
};

const messages = (change: object) =>
  newAddress.safeParse({ ...home, ...change }).error?.issues.map(({ message }) => message) ?? [];

test('an address has a name, a zone and a landmark; the quarter may be missing', () => {
  expect(newAddress.parse(home)).toEqual({ ...home, name: 'Maison' });
  expect(newAddress.parse({ ...home, sector: ' ' }).sector).toBeNull();
});

test.each<[object, string]>([
  [{ name: ' ' }, 'Nom requis'],
  [{ name: 'x'.repeat(41) }, '40 caractères maximum'],
  [{ zone: undefined }, 'Zone requise'],
  [{ address: '' }, 'Adresse requise'],
  [{ address: ' a ' }, 'Indiquez un repère : rue, portail, commerce voisin'],
  [{ address: 'ab' }, 'Indiquez un repère : rue, portail, commerce voisin'],
  [{ address: 'x'.repeat(301) }, 'Adresse trop longue (300 caractères maximum)'],
])('%j: %s', (change, message) => {
  expect(messages(change)).toEqual([message]);
});

test('three letters are enough', () => expect(messages({ address: 'BJI' })).toEqual([]));
