import { expect, it } from 'vitest';
import { lostPhone } from './lost-phone.ts';

const TWO = 'Indiquez deux questions différentes';

it.each([
  ['two questions', ['name', 'address'], null],
  ['all of them', ['name', 'order-number', 'order-date', 'order-amount', 'address'], null],
  ['none', [], TWO],
  ['one', ['name'], TWO],
  ['one twice', ['name', 'name'], TWO],
  ['an unknown one', ['name', 'health'], TWO],
  ['no list', undefined, TWO],
])('%s', (_, asked, message) => {
  const { error } = lostPhone.safeParse({ phone: '97000001', asked });
  expect(error?.issues[0]?.message ?? null).toBe(message);
});
