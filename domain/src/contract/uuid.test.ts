import { expect, it } from 'vitest';
import { isUuid } from './uuid.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

it.each([
  [ID, true],
  [ID.toUpperCase(), true],
  ['', false],
  [ID.replaceAll('-', ''), false],
  [`{${ID}}`, false],
  [`${ID} `, false],
  [`${ID}\n`, false],
  [ID.replace('0', 'g'), false],
  // As long as an id, with only the letters of one.
  ['-'.repeat(36), false],
  ['a'.repeat(36), false],
])('%j: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected);
});
