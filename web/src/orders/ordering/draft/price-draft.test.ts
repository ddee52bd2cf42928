import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { expect, test } from 'vitest';
import { newDraft } from './draft.ts';
import { priceDraft } from './price-draft.ts';

const items = [
  { medicationId: 'a', label: 'Sirop', quantity: 2, price: 1000 },
  { medicationId: 'b', label: 'Crème', quantity: 1, price: 500 },
];
const draftOf = (...leftOut: string[]) => ({
  ...newDraft(''),
  way: 'code' as const,
  code: 'ORD-12345678',
  leftOut,
});
const priced = (...leftOut: string[]) =>
  priceDraft(draftOf(...leftOut), { zone: null, card: null, prescription: { items } as Prescription }).quote
    .medicines;

test('a prescription is priced without what is left out, and in full once nothing else remains of it', () => {
  expect([priced(), priced('a'), priced('b'), priced('gone'), priced('a', 'b')]).toEqual([
    2500, 500, 2000, 2500, 2500,
  ]);
});

test('what is no longer sold of a prescription is left out, and nothing is priced when all of it is', () => {
  const gone = { medicationId: 'c', label: 'Gouttes', quantity: 1, price: 0, review: 'unavailable' as const };
  const of = (lines: object[], ...leftOut: string[]) =>
    priceDraft(draftOf(...leftOut), {
      zone: null,
      card: null,
      prescription: { items: lines } as Prescription,
    });
  const some = { hasMedicines: true, unavailable: [gone] };
  expect(of([...items, gone])).toMatchObject({ ...some, quote: { medicines: 2500 } });
  expect(of([...items, gone], 'a')).toMatchObject({ ...some, quote: { medicines: 500 } });
  expect(of([...items, gone], 'a', 'b')).toMatchObject({ ...some, quote: { medicines: 2500 } });
  expect(of([gone])).toMatchObject({ hasMedicines: false, unavailable: [gone], quote: { medicines: 0 } });
  expect(of(items).unavailable).toEqual([]);
});

test('a prescription has no amount while a line that is taken waits for its price', () => {
  const waiting = { medicationId: 'c', label: 'Gouttes', quantity: 1, price: 0, review: 'waiting' as const };
  const prescription = { items: [...items, waiting] } as Prescription;
  const of = (...leftOut: string[]) =>
    priceDraft(draftOf(...leftOut), { zone: null, card: null, prescription });
  expect(of()).toMatchObject({ hasMedicines: false, waiting: [waiting] });
  expect(of('c')).toMatchObject({ hasMedicines: true, waiting: [], quote: { medicines: 2500 } });
  const another = { ...draftOf(), way: 'without' as const };
  expect(priceDraft(another, { zone: null, card: null, prescription }).waiting).toEqual([]);
});
