import { expect, test } from 'vitest';
import {
  addMedicine,
  type Draft,
  emptyDraft,
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

test('a medicine chosen again is counted once more, at the price of now', () => {
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
])('quantity %s becomes %s', (asked, kept) => {
  expect(setQuantity(both, 'p', asked).lines[0]?.quantity).toBe(kept);
});

test.each([0, -1])('quantity %s removes the line', (asked) => {
  expect(quantities(setQuantity(both, 'p', asked))).toEqual([['v', 1]]);
});

test('no more than 999 by choosing again', () => {
  expect(addMedicine(setQuantity(both, 'p', 999), paracetamol).lines[0]?.quantity).toBe(999);
});

test('a removed line comes back where it stood', () => {
  const [line] = both.lines;
  expect(restoreLine(setQuantity(both, 'p', 0), line!, 0)).toEqual(both);
});

test('prices are renewed, lines that are not found keep theirs', () => {
  expect(renewPrices(both, [{ _id: 'v', price: 1700 }]).lines.map(({ price }) => price)).toEqual([800, 1700]);
});

test('a kept draft is read back as it was', () => {
  const place = { zoneId: 'z', sector: 'Agla', address: 'Portail bleu' };
  const kept: Draft = { ...both, ...place, way: 'photo', fileKey: 'k', code: 'ORD-1', insured: true };
  expect(readDraft(JSON.parse(JSON.stringify(kept)), '')).toEqual(kept);
});

test('what an earlier version of the form kept is an order without prescription', () => {
  const { lines } = both;
  expect(readDraft({ lines, zoneId: 'z', sector: null, address: 'Agla' }, '')).toEqual({
    basketId: expect.any(String),
    ...emptyDraft,
    lines,
    zoneId: 'z',
    address: 'Agla',
  });
});

test('the profile’s address is the one of today, a typed one stays as it was typed', () => {
  const kept = { ...both, address: 'Agla', usual: 'Agla' };
  expect(readDraft(kept, 'Cadjèhoun')?.address).toBe('Cadjèhoun');
  expect(readDraft({ ...kept, usual: 'Zongo' }, 'Cadjèhoun')?.address).toBe('Agla');
  expect(readDraft({ ...emptyDraft, address: 'Agla', usual: '' }, 'Cadjèhoun')?.address).toBe('Agla');
});

test('nothing but an address, as an earlier version kept it, is no draft', () => {
  expect(readDraft({ ...emptyDraft, address: 'Agla' }, 'Cadjèhoun')).toBeNull();
});

test.each([null, 'texte', 7, {}, { lines: 'x', address: '' }])('%j is no draft', (kept) => {
  expect(readDraft(kept, '')).toBeNull();
});

test('lines that make no sense are left out', () => {
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
