import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { expect, test } from 'vitest';
import { newDraft } from './draft.ts';
import { priceDraft } from './price-draft.ts';

const items = [
  { medicationId: 'a', label: 'Sirop', quantity: 2, price: 1000 },
  { medicationId: 'b', label: 'Crème', quantity: 1, price: 500 },
];
const priced = (...leftOut: string[]) =>
  priceDraft(
    { ...newDraft(''), way: 'code', code: 'ORD-12345678', leftOut },
    { zone: null, card: null, prescription: { items } as Prescription },
  ).quote.medicines;

test('a prescription is priced without what is left out, and in full once nothing else remains of it', () => {
  expect([priced(), priced('a'), priced('b'), priced('gone'), priced('a', 'b')]).toEqual([
    2500, 500, 2000, 2500, 2500,
  ]);
});
