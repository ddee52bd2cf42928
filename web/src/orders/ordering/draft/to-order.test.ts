import { expect, test } from 'vitest';
import { type Draft, emptyDraft } from './draft.ts';
import { isSameOrder, toOrder } from './to-order.ts';

const place = { zoneId: 'z', address: ' Portail bleu ' };
const shown = { total: 4000, withPrices: true, cardId: null };
const line = { medicationId: 'p', label: 'Paracétamol', form: 'tablet', price: 1000, quantity: 2 } as const;

/** Everything is written; only the chosen way is sent. */
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
] as const)('%s: what is sent', (way, prescription) => {
  expect(toOrder(draft({ way }), shown)).toEqual({
    prescription,
    deliveryZone: 'z',
    deliveryAddress: 'Portail bleu',
    finalAmount: 4000,
  });
});

test('the card is named where it pays its part', () => {
  expect(toOrder(draft({}), { ...shown, cardId: 'c' }).insuranceCard).toBe('c');
});

test('an order is known again before prices, fee and card are', () => {
  const order = toOrder(draft({ way: 'code' }), { ...shown, cardId: 'c' });
  const request = JSON.stringify({ order });
  const now = { total: null, withPrices: true, cardId: null };
  expect(isSameOrder(request, toOrder(draft({ way: 'code', code: 'ORD-12345678' }), now))).toBe(true);
  expect(isSameOrder(request, toOrder(draft({ way: 'code', code: 'ORD-87654321' }), now))).toBe(false);
  expect(isSameOrder(request, toOrder(draft({ way: 'without' }), now))).toBe(false);
});
