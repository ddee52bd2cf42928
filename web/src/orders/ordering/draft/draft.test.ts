import { expect, test } from 'vitest';
import {
  addMedicine,
  confirmQuantity,
  type Draft,
  emptyDraft,
  isDoubtful,
  newDraft,
  readDraft,
  renewPrices,
  restoreLine,
  setQuantity,
} from './draft.ts';

const paracetamol = { _id: 'p', label: 'Paracétamol 500 mg', form: 'tablet', price: 800 } as const;
const vitamin = { _id: 'v', label: 'Vitamine C', form: 'other', price: 1600 } as const;
const both = addMedicine(addMedicine(newDraft(''), paracetamol), vitamin);
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
