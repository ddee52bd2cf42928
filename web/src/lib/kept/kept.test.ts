import { beforeEach, expect, test, vi } from 'vitest';
import { forgetKept, keep, readKept } from './kept.ts';

beforeEach(forgetKept);

test('what one person keeps is read by nobody else', () => {
  keep('afi', 'order-draft', { address: 'ici' });
  expect(readKept('afi', 'order-draft')).toEqual({ address: 'ici' });
  expect(readKept('koffi', 'order-draft')).toBeNull();
  expect(readKept('afi', 'payment:new')).toBeNull();
});

test('leaving forgets all of it, and nothing else on the device', () => {
  localStorage.setItem('soundEnabled', 'true');
  keep('afi', 'order-draft', { address: 'ici' });
  keep('koffi', 'payment:new', { amount: 1 });
  forgetKept();
  expect(readKept('afi', 'order-draft')).toBeNull();
  expect(readKept('koffi', 'payment:new')).toBeNull();
  expect(localStorage.getItem('soundEnabled')).toBe('true');
});

test('a device that stores nothing keeps it as long as the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  keep('afi', 'order-draft', { address: 'ici' });
  expect(readKept('afi', 'order-draft')).toEqual({ address: 'ici' });
  keep('afi', 'order-draft', null);
  expect(readKept('afi', 'order-draft')).toBeNull();
});

test('what cannot be read is nothing', () => {
  localStorage.setItem('kept:afi:order-draft', '{');
  expect(readKept('afi', 'order-draft')).toBeNull();
});
