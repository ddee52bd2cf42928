import { describe, expect, it, test } from 'vitest';
import { nameDay } from './MessageLog.tsx';
import { splitLinks } from './MessageRow.tsx';

describe('links in a message', () => {
  it.each([
    ['https://amasin.bj', ['https://amasin.bj']],
    ['Voir https://amasin.bj/pharmacies?q=a&b=2#c.', ['https://amasin.bj/pharmacies?q=a&b=2#c']],
    ['(http://example.com), puis https://example.org !', ['http://example.com', 'https://example.org']],
    ['« https://example.com/é »', ['https://example.com/é']],
    ['javascript:alert(1)', []],
    ['data:text/html,<b>x</b> ftp://example.com file:///etc/passwd //example.com', []],
    ['https://', []],
    ['https://amasin.bj@example.com/connexion', []],
    ['<a href="https://example.com">ici</a>', ['https://example.com']],
    ['HTTPS://EXAMPLE.COM', ['HTTPS://EXAMPLE.COM']],
  ])('of « %s »', (text, urls) => {
    const pieces = splitLinks(text);
    expect(pieces.flatMap(({ url }) => url ?? [])).toEqual(urls);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  });
});

test.each([
  ['2026-11-20T09:00:00Z', 'Aujourd’hui'],
  // 23:30 in London is 00:30 in Benin.
  ['2026-11-19T23:30:00Z', 'Aujourd’hui'],
  ['2026-11-19T22:30:00Z', 'Hier'],
  ['2026-11-18T22:30:00Z', 'mer. 18 nov.'],
  ['2025-12-31T12:00:00Z', 'mer. 31 déc. 2025'],
])('%s is shown as « %s »', (at, name) => {
  expect(nameDay(new Date(at), new Date('2026-11-20T10:00:00Z'))).toBe(name);
});
