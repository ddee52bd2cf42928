import { expect, test } from 'vitest';
import { compareAnswers } from './tools/answers.mjs';

const json = (body, status = 200) => ({ status, type: 'application/json', body });
const csv = (...lines) => ({ status: 200, type: 'text/csv', body: lines.join('\r\n') });
const pdf = (text) => ({ status: 200, type: 'application/pdf', body: Buffer.from(text) });

test.each([
  ['the same answer', '/api/orders', json({ orders: [{ _id: 'a' }] }), json({ orders: [{ _id: 'a' }] }), []],
  ['a new field', '/api/orders', json({ total: 1 }), json({ total: 1, more: 2 }), []],
  ['another value', '/api/orders', json({ total: 1 }), json({ total: 2 }), ['.total']],
  ['a field that is gone', '/api/orders', json({ leftOut: [] }), json({}), ['.leftOut']],
  ['null in place of a list', '/api/orders', json({ leftOut: [1] }), json({ leftOut: null }), ['.leftOut']],
  [
    'a value in a list',
    '/api/orders',
    json({ orders: [{ n: 1 }] }),
    json({ orders: [{ n: 2 }] }),
    ['.orders[].n'],
  ],
  ['a longer list', '/api/orders', json({ orders: [] }), json({ orders: [1] }), ['.orders']],
  ['a refusal', '/api/orders', json({ total: 1 }), json({ total: 1 }, 403), ['status']],
  ['another kind', '/api/orders/export', csv('a'), json('a'), ['status']],
  ['the older one refused for now', '/api/orders', json({}, 429), json({}, 429), ['refused']],
  ['a failure of both', '/api/orders', json({}, 500), json({}, 500), ['refused']],
  ['a PDF of another time', '/api/statements/2026-11/pdf', pdf('%PDF-1 a'), pdf('%PDF-1 b'), []],
  ['a PDF that is none', '/api/statements/2026-11/pdf', pdf('%PDF-1 a'), pdf('a'), ['']],
  ['lines that the journal gets', '/api/audit/export', csv('Date', 'b'), csv('Date', 'c', 'b'), []],
  ['a line that the journal loses', '/api/audit/export', csv('Date', 'b'), csv('Date', 'c'), ['']],
  [
    'a new part of one’s own data',
    '/api/users/me/export',
    json({ parts: [{ title: 'Compte', entries: [1] }] }),
    json({
      parts: [
        { title: 'Avis', entries: [] },
        { title: 'Compte', entries: [1] },
      ],
    }),
    [],
  ],
  [
    'a part that is gone',
    '/api/users/me/export',
    json({ parts: [{ title: 'Compte', entries: [1] }] }),
    json({ parts: [{ title: 'Avis', entries: [] }] }),
    ['.parts[Compte]'],
  ],
])('%s', (_, path, was, is, fields) => {
  const request = { person: 'nobody', path };
  const found = compareAnswers([[request, was]], [[request, is]]);
  const call = path.replace('2026-11', '…');
  expect(found.map((line) => line.replace(/, 1 times: .*/s, ''))).toEqual(
    fields.map((field) => `${call} ${field}`),
  );
});
