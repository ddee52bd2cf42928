import { expect, test } from 'vitest';
import { type Lost, questionOf, warningOf } from './lost.ts';

const one = ' n’est que sur cet appareil : se déconnecter l’efface.';
const several = ' ne sont que sur cet appareil : se déconnecter les efface.';

test.each<[Lost, string, string]>([
  [{ orders: 1, messages: 0 }, 'Une commande n’est pas partie', `Elle${one}`],
  [{ orders: 2, messages: 0 }, '2\u00a0commandes ne sont pas parties', `Elles${several}`],
  [{ orders: 0, messages: 1 }, 'Un message n’est pas parti', `Il${one}`],
  [{ orders: 0, messages: 2 }, '2\u00a0messages ne sont pas partis', `Ils${several}`],
  [{ orders: 1, messages: 1 }, 'Une commande et un message ne sont pas partis', `Ils${several}`],
  [{ orders: 2, messages: 3 }, '2\u00a0commandes et 3\u00a0messages ne sont pas partis', `Ils${several}`],
])('%o is said with its number and gender', (lost, question, warning) => {
  expect(questionOf(lost)).toBe(question);
  expect(warningOf(lost)).toBe(warning);
});
