import { expect, it } from 'vitest';
import { moneyPhone } from './choice.ts';
import { INVALID_MONEY_PHONE, maskPhone, meansEnding, readMoneyPhone } from './operators.ts';

it.each([
  ['0197000001', '+2290197000001'],
  ['01 97 00 00 01', '+2290197000001'],
  ['+229 01 97 00 00 01', '+2290197000001'],
  // Eight digits, of before the plan of 2024, get the 01 of today.
  ['97000001', '+2290197000001'],
  ['0297000001', null],
  // A number that gets no messages has no mobile money.
  ['01 9700 00012', null],
  ['+33612345678', null],
  ['maman', null],
  ['', null],
])('a number of mobile money typed as « %s » is %s', (typed, stored) => {
  expect(readMoneyPhone(typed)).toBe(stored);
  const parsed = moneyPhone.safeParse(typed);
  expect(parsed.success ? parsed.data : null).toBe(stored);
  if (!parsed.success)
    expect(parsed.error.issues.map(({ message }) => message)).toEqual([INVALID_MONEY_PHONE]);
});

it('shows two digits of a number that was used', () => {
  expect(maskPhone('+2290197000034')).toBe('01 •• •• •• 34');
});

it.each([
  ['moov', '+2290197000017', 'Moov …17'],
  ['celtiis', '+2290197000042', 'Celtiis …42'],
  [null, '+2290197000017', 'le numéro …17'],
  ['mtn', null, null],
] as const)('says where money goes back to: %s, %s', (operator, phone, words) => {
  expect(meansEnding(operator, phone)).toBe(words);
});
