import { expect, test } from 'vitest';
import { wrongQuantity } from '../lib/quantity.ts';
import { or } from '../lib/schema.ts';
import {
  addLine,
  errorsByMedicine,
  isSameLines,
  refreshLines,
  toItems,
  totalOf,
  type WrittenLine,
  writeQuantity,
  writtenLines,
} from './written-line.ts';

const readLines = or(writtenLines, null);
const line = (medicationId: string, changes: Partial<WrittenLine> = {}): WrittenLine => ({
  medicationId,
  label: `Médicament ${medicationId}`,
  form: 'tablet',
  price: 500,
  quantity: 1,
  ...changes,
});
const picked = { _id: 'a', label: 'Zinc 20 mg', form: 'syrup', price: 900 } as const;

test('a line whose quantity cannot be read is neither counted nor sent, and is kept on the device', () => {
  const lines = [writeQuantity(line('a'), '1,5'), writeQuantity(line('b'), '2')];
  expect(lines).toMatchObject([{ quantity: 1, typed: '1,5' }, { quantity: 2 }]);
  expect(wrongQuantity(lines[0]!)).toBe('Quantité entière, 1 au moins');
  expect(totalOf(lines)).toBe(1000);
  expect(toItems(lines)).toMatchObject([{ medicationId: 'b', quantity: 2 }]);
  expect(isSameLines(lines, [line('a'), line('b', { quantity: 2 })])).toBe(false);
  expect(readLines(JSON.parse(JSON.stringify(lines)))).toEqual(JSON.parse(JSON.stringify(lines)));
});

test('a medicine added twice is one line, at the current price', () => {
  expect(addLine([], picked)).toMatchObject([{ medicationId: 'a', quantity: 1, price: 900 }]);
  expect(addLine([line('a', { quantity: 2 })], picked)).toMatchObject([{ quantity: 3, price: 900 }]);
  expect(addLine([line('a', { quantity: 999 })], picked)).toMatchObject([{ quantity: 999 }]);
});

test('a line without price is neither counted nor sent', () => {
  const lines = [line('a', { price: 0, quantity: 4 }), line('b', { quantity: 2 }), line('c', { label: ' ' })];
  expect(totalOf(lines)).toBe(1000);
  expect(toItems(lines)).toEqual([{ medicationId: 'b', label: 'Médicament b', quantity: 2, price: 500 }]);
});

test('posology and duration are sent when they are written', () => {
  const [item, other] = toItems([line('a', { posology: '1 comprimé', duration: '' }), line('b')]);
  expect(item).toMatchObject({ posology: '1 comprimé' });
  expect([item, other].map((sent) => sent && 'duration' in sent)).toEqual([false, false]);
});

test('maps the server’s errors to the lines sent, not to those shown', () => {
  const lines = [line('a', { price: 0 }), line('b'), line('c')];
  const fields = {
    'prescription.items.1.label': 'Médicament inconnu',
    'items.0.quantity': 'Quantité invalide',
  };
  expect([...errorsByMedicine(fields, lines)]).toEqual([
    ['c', 'Médicament inconnu'],
    ['b', 'Quantité invalide'],
  ]);
  expect(errorsByMedicine({ 'prescription.items': 'Trop', 'items.9.label': 'x' }, lines).size).toBe(0);
});

test('updates names and prices from the catalogue; a deleted medicine is unchanged', () => {
  expect(refreshLines([line('a', { quantity: 2 }), line('b')], [picked])).toMatchObject([
    { label: 'Zinc 20 mg', form: 'syrup', price: 900, quantity: 2 },
    { medicationId: 'b', price: 500 },
  ]);
});

test('lines are equal with the same medicines, quantities, prices and instructions in the same order', () => {
  expect(isSameLines([line('a'), line('b')], [line('a', { form: null }), line('b')])).toBe(true);
  expect(isSameLines([line('a')], [line('a', { quantity: 2 })])).toBe(false);
  expect(isSameLines([line('a')], [line('a'), line('b')])).toBe(false);
  expect(isSameLines([line('a')], [line('a', { posology: '' })])).toBe(true);
  expect(isSameLines([line('a')], [line('a', { posology: '1 comprimé' })])).toBe(false);
  expect(isSameLines([line('a', { duration: '3 jours' })], [line('a')])).toBe(false);
});

test('ignores stored lines of another shape', () => {
  const lines = [line('a', { form: null }), line('b', { price: 0 })];
  expect(readLines(JSON.parse(JSON.stringify(lines)))).toEqual(lines);
  for (const broken of [
    null,
    {},
    [{}],
    [line('a', { quantity: 0 })],
    [{ ...line('a'), form: 'poudre' }],
    [{ ...line('a'), posology: 1 }],
  ])
    expect(readLines(broken)).toBeNull();
});
