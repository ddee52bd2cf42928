import { expect, test } from 'vitest';
import { accountFilters, describeFilters } from './api.ts';

const read = (text: string) => accountFilters.read(new URLSearchParams(text));
const none = { q: '', type: '', active: '', page: 1 };

test.each([
  ['', none],
  ['q=afi&type=superadmin&active=false&page=3', { q: 'afi', type: 'superAdmin', active: 'false', page: 3 }],
  ['type=robot&active=oui&page=-1', none],
  ['page=1e9', none],
])('reads « %s » as %o', (text, filters) => {
  expect(read(text)).toEqual(filters);
});

test('cuts a text at the length that the server accepts', () => {
  expect(read(`q=${'x'.repeat(300)}`).q).toHaveLength(100);
});

test('changing a filter resets the page and keeps other search params', () => {
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
])('describes « %s » as %s', (text, texts) => {
  expect(describeFilters(read(text))).toEqual(texts);
});
