import { expect, test } from 'vitest';
import { plain } from '../../testing/plain.ts';
import { formatPhone, telephoneUrl } from './phone.ts';

test.each([
  ['+2290197000001', '01 97 00 00 01'],
  ['+22901970000012', '01 97 00 00 01 2'],
  ['+33 6 12 34 56 78 90 12', '+33 6 12 34 56 78 90 12'],
])('%s is shown as %s', (stored, shown) => {
  expect(plain(formatPhone(stored))).toBe(shown);
});

test('the `tel:` URL contains the full number', () => {
  expect(telephoneUrl('+2290197000001')).toBe('tel:+2290197000001');
});

test('returns null for what cannot be dialled', () => {
  expect(telephoneUrl('—')).toBeNull();
});
