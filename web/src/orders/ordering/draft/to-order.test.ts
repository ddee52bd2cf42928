import { expect, test } from 'vitest';
import { type Draft, emptyDraft } from './draft.ts';
import { isSameOrder, toOrder } from './to-order.ts';

const place = { zoneId: 'z', address: ' Portail bleu ' };
const shown = { total: 4000, withPrices: true, cardId: null };
const line = { medicationId: 'p', label: 'Paracétamol', form: 'tablet', price: 1000, quantity: 2 } as const;

/** A draft with values for every way; only the selected one is sent. */
const draft = (changes: Partial<Draft>): Draft => ({
  basketId: 'b',
  ...emptyDraft,
  ...place,
  lines: [line],
  fileKey: 'a-key',
  code: 'ord 1234 5678',
  ...changes,
});

test.each([
  [
    'without',
    {
      type: 'numerical',
      items: [{ medicationId: 'p', label: 'Paracétamol', quantity: 2, price: 1000 }],
    },
  ],
  ['photo', { type: 'physical', url: 'a-key' }],
  ['code', { type: 'numerical', prescriptionNumber: 'ORD-12345678' }],
] as const)('sends only the values of the way « %s »', (way, prescription) => {
  expect(toOrder(draft({ way }), shown)).toEqual({
    prescription,
    deliveryZone: 'z',
    deliveryAddress: 'Portail bleu',
    finalAmount: 4000,
  });
});

test('sends what is left out of a prescription, if anything', () => {
  expect(toOrder(draft({ way: 'code', leftOut: ['a'] }), shown).prescription).toEqual({
    type: 'numerical',
    prescriptionNumber: 'ORD-12345678',
    leftOut: ['a'],
  });
});

test('includes the card when it is used', () => {
  expect(toOrder(draft({}), { ...shown, cardId: 'c' }).insuranceCard).toBe('c');
});

test('recognizes the same order before prices, fee and card are loaded', () => {
  const order = toOrder(draft({ way: 'code' }), { ...shown, cardId: 'c' });
  const now = { total: null, withPrices: true, cardId: null };
  expect(isSameOrder(order, toOrder(draft({ way: 'code', code: 'ORD-12345678' }), now))).toBe(true);
  expect(isSameOrder(order, toOrder(draft({ way: 'code', code: 'ORD-87654321' }), now))).toBe(false);
  expect(isSameOrder(order, toOrder(draft({ way: 'without' }), now))).toBe(false);
});
