import { expect, test } from 'vitest';
import {
  flag,
  list,
  nullable,
  number,
  object,
  oneOf,
  or,
  recent,
  type Schema,
  sent,
  text,
  where,
} from './schema.ts';

type Line = { name: string; note?: string };
const line = object<Line>({ name: text, note: or(text, undefined) });
const positive = where(number, (value) => value > 0);
const yesterday = recent(text, 24 * 3600_000);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000).toISOString();
const first = hoursAgo(23);

test.each<[string, Schema<unknown>, unknown, unknown]>([
  ['text', text, 'ici', 'ici'],
  ['a number', number, 2, 2],
  ['a flag', flag, false, false],
  ['one of some values', oneOf(['photo', 'code']), 'code', 'code'],
  ['what may be null', nullable(text), null, null],
  ['what meets its condition', positive, 3, 3],
  ['a recent time', yesterday, first, first],
  ['a list without what is no line', list(line), [{ name: 'a' }, null, { name: 2 }], [{ name: 'a' }]],
  ['an object without an optional field', line, { name: 'a' }, { name: 'a' }],
  ['an object without an optional field of another shape', line, { name: 'a', note: 7 }, { name: 'a' }],
  ['fields that are not checked', sent<Line>({ name: text }), { name: 'a', note: 7 }, { name: 'a', note: 7 }],
  ['the fallback', or(text, 'none'), 7, 'none'],
])('reads %s', (_, schema, value, read) => {
  expect(schema(value)).toEqual(read);
});

test.each<[string, Schema<unknown>, unknown]>([
  ['text', text, 7],
  ['a number', number, '7'],
  ['a flag', flag, 'oui'],
  ['one of some values', oneOf(['photo', 'code']), 'fax'],
  ['what may be null', nullable(text), undefined],
  ['what meets its condition', positive, 0],
  ['a recent time', yesterday, hoursAgo(25)],
  ['a time', yesterday, 'hier'],
  ['a list', list(text), { length: 1 }],
  ['an object', line, null],
  ['an object with its fields', line, {}],
])('refuses what is not %s', (_, schema, value) => {
  expect(() => schema(value)).toThrow(TypeError);
});
