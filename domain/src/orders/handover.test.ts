import { expect, test } from 'vitest';
import { handoverAskOf } from './handover.ts';

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
