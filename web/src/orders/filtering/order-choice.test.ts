import { expect, test } from 'vitest';
import { isChosen, noChoice, readChoice, withChoice } from './order-choice.ts';

const COURIER = '0198a000-0000-7000-8000-000000000009';
const read = (address: string) => readChoice(new URLSearchParams(address));

test('filters are read from the address', () => {
  expect(read(`state=pending&deliveryPerson=${COURIER}&date=2026-11&q=dossou`)).toEqual({
    state: 'pending',
    deliveryPerson: COURIER,
    date: '2026-11',
    q: 'dossou',
  });
});

test('what the server would refuse is no filter', () => {
  expect(read('state=perdue&deliveryPerson=moi&date=2026-02-30')).toEqual(noChoice);
  expect(read(`q=${'x'.repeat(101)}`).q).toHaveLength(100);
});

test('changing a filter keeps the open order and the other filters; clearing leaves nothing behind', () => {
  const search = new URLSearchParams('order=abc&state=pending&q=dossou');
  expect(withChoice(search, { state: 'ended' }).toString()).toBe('order=abc&state=ended&q=dossou');
  expect(withChoice(search, noChoice).toString()).toBe('order=abc');
});

test('blank text is no filter', () => {
  expect(isChosen({ ...noChoice, q: '  ' })).toBe(false);
  expect(isChosen({ ...noChoice, date: '2026' })).toBe(true);
});
