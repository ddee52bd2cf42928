import type { Prescription } from '@amasin/domain/prescriptions/prescription.ts';
import { expect, test } from 'vitest';
import { or } from '../../lib/schema.ts';
import {
  addMedicine,
  confirmQuantity,
  type Draft,
  emptyDraft,
  isDoubtful,
  newDraft,
  renewPrices,
  restoreLine,
  resumeDraft,
  setQuantity,
  storedDraft,
} from './draft.ts';
import { priceDraft, splitPrescription } from './price-draft.ts';
import { isSameOrder, toOrder } from './to-order.ts';

const paracetamol = { _id: 'p', label: 'Paracétamol 500 mg', form: 'tablet', price: 800 } as const;
const vitamin = { _id: 'v', label: 'Vitamine C', form: 'other', price: 1600 } as const;
const both = addMedicine(addMedicine(newDraft(''), paracetamol), vitamin);
const readDraft = (stored: unknown, usual: string) => resumeDraft(or(storedDraft, null)(stored), usual);
const quantities = (draft: Draft) =>
  draft.lines.map(({ medicationId, quantity }) => [medicationId, quantity]);

test('adding a medicine again increases its quantity, at the current price', () => {
  const again = addMedicine(both, { ...paracetamol, price: 850 });
  expect(quantities(again)).toEqual([
    ['p', 2],
    ['v', 1],
  ]);
  expect(again.lines[0]?.price).toBe(850);
});

test.each([
  [5, 5],
  [999, 999],
  [1000, 999],
])('quantity %s becomes %s', (typed, stored) => {
  expect(setQuantity(both, 'p', typed).lines[0]?.quantity).toBe(stored);
});

test.each([0, -1])('quantity %s removes the line', (typed) => {
  expect(quantities(setQuantity(both, 'p', typed))).toEqual([['v', 1]]);
});

test('adding again stops at 999', () => {
  expect(addMedicine(setQuantity(both, 'p', 999), paracetamol).lines[0]?.quantity).toBe(999);
});

test.each([
  [20, false],
  [21, true],
])('quantity %s is doubtful: %s, until it is confirmed, and again for another one', (quantity, doubtful) => {
  const isAsked = (draft: Draft) => draft.lines.some(isDoubtful);
  const draft = setQuantity(both, 'p', quantity);
  expect(isAsked(draft)).toBe(doubtful);
  const confirmed = confirmQuantity(draft, 'p');
  expect(isAsked(confirmed)).toBe(false);
  expect(isAsked(JSON.parse(JSON.stringify(confirmed)))).toBe(false);
  expect(isAsked(setQuantity(confirmed, 'p', 30))).toBe(true);
});

test('restores a removed line at its position', () => {
  const [line] = both.lines;
  expect(restoreLine(setQuantity(both, 'p', 0), line!, 0)).toEqual(both);
});

test('updates prices; lines that are not found keep theirs', () => {
  expect(renewPrices(both, [{ _id: 'v', price: 1700 }]).lines.map(({ price }) => price)).toEqual([800, 1700]);
});

test('reads a stored draft unchanged', () => {
  const place = { zoneId: 'z', sector: 'Agla', address: 'Portail bleu' };
  const stored: Draft = { ...both, ...place, way: 'photo', fileKey: 'k', code: 'ORD-1', insured: true };
  expect(readDraft(JSON.parse(JSON.stringify(stored)), '')).toEqual(stored);
});

test('reads a draft of an earlier version as an order without a prescription', () => {
  const { lines } = both;
  expect(readDraft({ lines, zoneId: 'z', sector: null, address: 'Agla' }, '')).toEqual({
    basketId: expect.any(String),
    ...emptyDraft,
    lines,
    zoneId: 'z',
    address: 'Agla',
  });
});

test('updates the profile’s address; a typed one is unchanged', () => {
  const stored = { ...both, address: 'Agla', usual: 'Agla' };
  expect(readDraft(stored, 'Cadjèhoun')?.address).toBe('Cadjèhoun');
  expect(readDraft({ ...stored, usual: 'Zongo' }, 'Cadjèhoun')?.address).toBe('Agla');
  expect(readDraft({ ...emptyDraft, address: 'Agla', usual: '' }, 'Cadjèhoun')?.address).toBe('Agla');
});

test('ignores a draft of an earlier version with nothing but an address', () => {
  expect(readDraft({ ...emptyDraft, address: 'Agla' }, 'Cadjèhoun')).toBeNull();
});

test.each([null, 'texte', 7, {}, { lines: 'x', address: '' }])('ignores %j', (stored) => {
  expect(readDraft(stored, '')).toBeNull();
});

test('ignores invalid lines', () => {
  const line = both.lines[0];
  const lines = [
    { ...line, quantity: 0 },
    { ...line, quantity: 1.5 },
    { ...line, form: 'cigar' },
    null,
    line,
  ];
  expect(readDraft({ lines, address: '', zoneId: 7, way: 'fax', insured: 'oui' }, '')).toEqual({
    basketId: expect.any(String),
    ...emptyDraft,
    lines: [line],
  });
});

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

test('boxes of a line that may be split are priced as they are taken', () => {
  const draft = { ...draftOf(), quantities: [{ medicationId: 'a', quantity: 1 }] };
  const prescription = { items } as Prescription;
  expect(priceDraft(draft, { zone: null, card: null, prescription }).quote.medicines).toBe(1500);
});

test('a repeat that is not due yet is left out beside others, until the customer says what she takes', () => {
  const takes = (leftOut: string[] | null, ...dueFrom: (string | undefined)[]) =>
    splitPrescription(
      { leftOut, quantities: [] },
      { items: items.map((item, n) => ({ ...item, dueFrom: dueFrom[n] })) },
    ).taken.map(({ medicationId }) => medicationId);
  const far = '2999-01-01';
  expect(takes(null, far, undefined)).toEqual(['b']);
  expect(takes(null, '2000-01-01', undefined)).toEqual(['a', 'b']);
  expect(takes([], far, undefined)).toEqual(['a', 'b']);
  expect(takes(null, far, far)).toEqual(['a', 'b']);
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
