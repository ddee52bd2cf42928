import { expect, test } from 'vitest';
import { handoverAskOf, readHandoverCode } from './handover.ts';

const on = { handoverCode: true };
const onItsWay = { state: 'delivering', handoverCode: '0412', wrongCodes: [] };
const wrong = ['0001', '0002', '0003', '0004', '0005'];

test.each([
  ['before the departure', { state: 'pending', handoverCode: null, wrongCodes: [] }, 'code'],
  ['on its way', onItsWay, 'code'],
  ['after four wrong codes', { ...onItsWay, wrongCodes: wrong.slice(1) }, 'code'],
  ['after five wrong codes', { ...onItsWay, wrongCodes: wrong }, 'reason'],
  ['that left without a code', { ...onItsWay, handoverCode: null }, null],
  ['that is delivered', { ...onItsWay, state: 'delivered' }, null],
])('a courier is asked for the code, then for a reason alone: an order %s', (_, order, asked) => {
  expect(handoverAskOf(order, on)).toBe(asked);
  expect(handoverAskOf(order, { handoverCode: false })).toBeNull();
});

test.each([
  ['0412', '0412'],
  [' 04 12 ', '0412'],
  ['０４１２', '0412'],
  [
    'Amasin : votre commande CMD-000041 est en route avec Romaric. Pour lui parler : 0197000015. Code à lui donner : 0412.',
    '0412',
  ],
  ['041', null],
  ['04123', null],
  ['abcd', null],
  ['', null],
])('the code in « %s » is %s', (text, code) => {
  expect(readHandoverCode(text)).toBe(code);
});
