import { expect, test } from 'vitest';
import { mapAddress } from './map-address.ts';

test('the lines of an address become one question', () => {
  const address = new URL(mapAddress('Portail bleu,\nen face de l’école & du marché \n', 'Cadjèhoun'));
  expect(address.origin).toBe('https://www.openstreetmap.org');
  expect(address.searchParams.get('query')).toBe(
    'Portail bleu, en face de l’école & du marché, Cadjèhoun, Cotonou',
  );
});
