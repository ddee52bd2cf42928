import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { object, text } from './schema.ts';
import { clearStored, countStored, readStored, store, storedOf, useStored } from './stored.ts';

beforeEach(clearStored);

function fill(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}

test('a stored value is read back only for the same person and name', () => {
  store('afi', 'order-draft', { address: 'ici' });
  expect(readStored('afi', 'order-draft')).toEqual({ address: 'ici' });
  expect(readStored('koffi', 'order-draft')).toBeNull();
  expect(readStored('afi', 'payment:new')).toBeNull();
});

test('clearing removes every stored value except unsent work, and leaves other keys of local storage', () => {
  localStorage.setItem('soundEnabled', 'true');
  store('koffi', 'work-moves', [{ to: 'delivered' }]);
  store('afi', 'order-draft', { address: 'ici' });
  store('koffi', 'payment:new', { amount: 1 });
  clearStored();
  expect(readStored('afi', 'order-draft')).toBeNull();
  expect(readStored('koffi', 'payment:new')).toBeNull();
  expect(readStored('koffi', 'work-moves')).toEqual([{ to: 'delivered' }]);
  expect(localStorage.getItem('soundEnabled')).toBe('true');
  store('koffi', 'work-moves', null);
});

test.each([
  ['full', () => {}],
  ['full of an older value', () => store('afi', 'order-draft', { address: 'avant' })],
  [
    'forbidden',
    () => {
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
        throw new DOMException('forbidden', 'SecurityError');
      });
    },
  ],
])('a value is readable until the page is closed when local storage is %s', (_, prepare) => {
  prepare();
  fill();
  store('afi', 'order-draft', { address: 'ici' });
  expect(readStored('afi', 'order-draft')).toEqual({ address: 'ici' });
  store('afi', 'order-draft', null);
  expect(readStored('afi', 'order-draft')).toBeNull();
});

test('the entries of a list are counted for one person; what is no list has none', () => {
  store('afi', 'unsent-messages', [{ at: '1' }, { at: '2' }]);
  store('koffi', 'unsent-messages', { length: 3 });
  expect(countStored('afi', 'unsent-messages')).toBe(2);
  expect(countStored('koffi', 'unsent-messages')).toBe(0);
  expect(countStored('afi', 'waiting-orders')).toBe(0);
});

test('invalid JSON is read as null', () => {
  localStorage.setItem('kept:afi:order-draft', '{');
  expect(readStored('afi', 'order-draft')).toBeNull();
});

const address = storedOf('order-address', object<{ text: string }>({ text }));

test('a value of another shape is read as null', () => {
  store('afi', 'order-address', { text: 7 });
  expect(address.read('afi')).toBeNull();
  address.write('afi', { text: 'ici' });
  expect(address.read('afi')).toEqual({ text: 'ici' });
  address.remove('afi');
  expect(address.read('afi')).toBeNull();
});

test('state is stored when it changes, and there again after a reload', () => {
  const open = () => renderHook(() => useStored(address, 'afi')).result;
  const first = open();
  act(() => first.current[1](() => ({ text: 'ici' })));
  expect(first.current[0]).toEqual({ text: 'ici' });
  const second = open();
  expect(second.current[0]).toEqual({ text: 'ici' });
  act(() => second.current[1](() => null));
  expect(open().current[0]).toBeNull();
});

test.each([
  [
    'another tab has stored another value',
    () => localStorage.setItem('kept:afi:order-address', '{"text":"là"}'),
  ],
  ['local storage is full', fill],
])('state goes on from what is shown here when %s', (_, interfere) => {
  const { result } = renderHook(() => useStored(address, 'afi'));
  const append = (more: string) =>
    act(() => result.current[1]((before) => ({ text: `${before?.text ?? ''}${more}` })));
  append('ici');
  interfere();
  append(', rue');
  append(' 12');
  expect(result.current[0]).toEqual({ text: 'ici, rue 12' });
});
