import { expect, it } from 'vitest';
import { fitsOneSms } from './gsm7.ts';
import { codeText, PHONE_CHANGED_TEXT } from './texts.ts';

it.each([codeText('012345'), PHONE_CHANGED_TEXT])('one plain message: %s', (text) => {
  expect([...text].filter((character) => !fitsOneSms(character))).toEqual([]);
  expect(text.length).toBeLessThanOrEqual(160);
});

it.each(['ê', 'ô', 'œ', '’', 'ç', '€', '\u00a0', 'x'.repeat(161)])('%s does not fit', (text) => {
  expect(fitsOneSms(text)).toBe(false);
});
