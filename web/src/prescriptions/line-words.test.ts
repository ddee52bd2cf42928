import { expect, it } from 'vitest';
import { plain } from '../testing/plain.ts';
import { describeGiven } from './line-words.ts';

it.each([
  [{}, null],
  [{ given: 1, remaining: 2 }, '1 boîte sur 3 commandée'],
  [{ given: 3, remaining: 0 }, '3 boîtes sur 3 commandées'],
])('says what orders took of a line: %j', (line, words) => {
  expect(plain(describeGiven(line) ?? '')).toBe(words ?? '');
});
