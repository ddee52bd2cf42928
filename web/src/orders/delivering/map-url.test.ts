import { expect, test } from 'vitest';
import { mapUrl } from './DeliveryCard.tsx';

test.each([
  ['Cadjèhoun', 'Cotonou', 'Cadjèhoun, Cotonou'],
  ['Cotonou – 12e arrondissement', 'Cotonou', '12e arrondissement, Cotonou'],
  ['Abomey-Calavi – Godomey', 'Abomey-Calavi', 'Godomey, Abomey-Calavi'],
  ['Seme-Podji – Seme-Podji', 'Seme-Podji', 'Seme-Podji'],
  ['Akpakpa – Nord', 'Cotonou', 'Akpakpa, Nord, Cotonou'],
])('the map searches for the lines of the address, then zone « %s » of %s', (zone, town, end) => {
  const url = new URL(mapUrl('Portail bleu,\nen face de l’école & du marché \n', zone, town));
  expect(url.origin).toBe('https://www.openstreetmap.org');
  expect(url.searchParams.get('query')).toBe(`Portail bleu, en face de l’école & du marché, ${end}`);
});
