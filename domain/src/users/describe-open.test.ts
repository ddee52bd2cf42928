import { expect, test } from 'vitest';
import type { BlockingItem } from './blocking-item.ts';
import { describeOpen, nameOpen } from './describe-open.ts';

const order = { _id: 'o1', number: 'CMD-000042' };
const things: [BlockingItem, string, RegExp][] = [
  [{ kind: 'unpaid', order }, 'la commande CMD-000042', /^Votre commande CMD-000042 attend d’être payée/],
  [{ kind: 'order', order }, 'la commande CMD-000042', /^Votre commande CMD-000042 est en cours/],
  [
    { kind: 'payment', order },
    'un paiement de la commande CMD-000042',
    /de votre commande CMD-000042 est en v/,
  ],
  [{ kind: 'payment', order: null }, 'un paiement', /^Un paiement est en vérification/],
  [
    { kind: 'payment', order: null, until: '2026-11-20T13:05:00.000Z' },
    'un paiement',
    /^Un paiement est peut-être en route : vous pourrez supprimer votre compte à 14\sh\s05 au plus tard\.$/,
  ],
  [
    { kind: 'refund', order },
    'le remboursement de la commande CMD-000042',
    /de votre commande CMD-000042 est en r/,
  ],
  [{ kind: 'refund', order: null }, 'un remboursement', /^Un remboursement est en route/],
];

test.each(things)('%o is named and described', (thing, name, sentence) => {
  expect(nameOpen([thing])).toBe(name);
  expect(describeOpen(thing)).toMatch(sentence);
});

test('several are named in one sentence; of others than customers it is not said which', () => {
  const [first, , , second, , , third] = things.map(([thing]) => thing);
  expect(nameOpen([first!, second!, third!])).toBe('la commande CMD-000042, un paiement et un remboursement');
  expect(nameOpen([])).toBe('une commande, une ordonnance, un paiement ou un versement');
});
