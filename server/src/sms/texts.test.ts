import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import { orderNumber } from '@amasin/domain/orders/order.ts';
import { expect, it } from 'vitest';
import { gsmCharacters, toGsm } from './http-vendor.ts';
import {
  answerWords,
  codeWords,
  deliveredWords,
  onTheWayWords,
  paidWords,
  phoneChangedWords,
} from './texts.ts';

const MAX_LENGTH = 160;
// The longest of each: a million orders is far above the first years.
const NUMBER = orderNumber(9_999_999);
const phone = '+2290197000001';

const fits = (text: string) =>
  text.length <= MAX_LENGTH && [...text].every((character) => gsmCharacters.has(character));

it.each([
  codeWords('012345'),
  phoneChangedWords(phone),
  answerWords,
  paidWords(NUMBER, MAX_FCFA),
  onTheWayWords(NUMBER, { name: 'Nonvignonsèdjrofiminan Ahouandjinou', phone }),
  onTheWayWords(NUMBER, null),
  deliveredWords(NUMBER, phone),
])('fits one message: $kind, $text', ({ text }) => {
  expect([...text].filter((character) => !gsmCharacters.has(character))).toEqual([]);
  expect(text.length).toBeLessThanOrEqual(MAX_LENGTH);
});

it.each(['ê', 'ô', 'œ', '’', 'ç', '€', '\u00a0', 'x'.repeat(161)])('%s does not fit', (text) => {
  expect(fits(text)).toBe(false);
});

it.each([
  ['Aïcha Kora', 'Aicha'],
  ['Bénédicte', 'Bénédicte'],
  ['Sɛna’i', "Sena'i"],
  ['  Gérôme  ', 'Gérome'],
  ['李 明', 'notre livreur'],
])('a courier named %s is %s', (name, expected) => {
  expect(onTheWayWords('CMD-000001', { name, phone }).text).toBe(
    `Amasin : votre commande CMD-000001 est en route avec ${expected}. Pour lui parler : 0197000001.`,
  );
});

it('keeps the spaces between words', () => {
  expect(toGsm('de\u202fnuit\u00a0!')).toBe('de nuit !');
});
