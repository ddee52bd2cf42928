import { expect, test } from 'vitest';
import { nothingChosen, readChoice, withChoice } from './choice.ts';

const read = (text: string) => readChoice(new URLSearchParams(text));

test.each([
  ['', nothingChosen],
  ['radius=12&duty=1', { radius: 12, duty: true }],
  ['radius=0', { radius: 1, duty: false }],
  ['radius=999', { radius: 30, duty: false }],
  ['radius=loin&duty=oui', nothingChosen],
])('« %s » is %o', (text, choice) => {
  expect(read(text)).toEqual(choice);
});

test('what is as usual is not in the address, what is not ours stays', () => {
  const search = new URLSearchParams('radius=12&x=1');
  expect(`${withChoice(search, { duty: true })}`).toBe('radius=12&x=1&duty=1');
  expect(`${withChoice(search, nothingChosen)}`).toBe('x=1');
});
