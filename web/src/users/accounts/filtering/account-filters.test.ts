import { expect, test } from 'vitest';
import { accountFilters, describe } from './account-filters.ts';

const read = (text: string) => accountFilters.read(new URLSearchParams(text));
const none = { q: '', type: '', active: '', page: 1 };

test.each([
  ['', none],
  ['q=afi&type=superadmin&active=false&page=3', { q: 'afi', type: 'superAdmin', active: 'false', page: 3 }],
  ['type=robot&active=oui&page=-1', none],
  ['page=1e9', none],
])('« %s » is %o', (text, filters) => {
  expect(read(text)).toEqual(filters);
});

test('a long text is cut where the server would refuse it', () => {
  expect(read(`q=${'x'.repeat(300)}`).q).toHaveLength(100);
});

test('another filter begins at its first page, and leaves what else is in the address', () => {
  const search = new URLSearchParams('q=afi&page=3&compte=1');
  expect(`${accountFilters.write(search, { type: 'agent' })}`).toBe('q=afi&compte=1&type=agent');
  expect(`${accountFilters.write(search, { q: '' })}`).toBe('compte=1');
  expect(`${accountFilters.write(search, { page: 4 })}`).toBe('q=afi&page=4&compte=1');
});

test.each([
  ['page=2', []],
  ['q=+', []],
  ['q=a', ['«\u00a0a\u00a0»']],
  ['active=true', ['Actifs']],
  ['q=a&type=pharmacy&active=false', ['«\u00a0a\u00a0»', 'Pharmacie', 'Désactivés']],
])('« %s » filters: %s', (text, words) => {
  expect(describe(read(text))).toEqual(words);
});
