import { expect, test } from 'vitest';
import { aCandidate } from '../../testing/orders.ts';
import { plain } from '../../testing/plain.ts';
import { describeCandidate } from './AssignDialog.tsx';

const now = new Date('2026-11-20T10:00:00Z');
const text = (...args: Parameters<typeof describeCandidate>) => plain(describeCandidate(...args));

test.each([
  [{}, '1,2 km · libre'],
  [{ metres: 640, onDuty: true, openOrders: 3 }, '640 m · de garde · 3 à préparer'],
  [{ metres: null, minutesToReady: 65 }, 'libre · prête en 1 h 05 d’habitude'],
])('a pharmacy with %o', (changes, expected) => {
  expect(text(aCandidate(changes), 'pharmacy', now)).toBe(expected);
});

test('a courier, with the last stop', () => {
  const lastStop = { zone: 'Cotonou – 3e arrondissement', at: '2026-11-20T09:40:00Z' };
  const courier = aCandidate({ metres: null, onDuty: null, openOrders: 1, lastStop });
  expect(text(courier, 'deliveryPerson', now)).toBe(
    '1 à livrer · dernière livraison : Cotonou – 3e arrondissement, il y a 20 min',
  );
});
