import { expect, it } from 'vitest';
import { ageInWords, missingFacts } from './kinds.ts';

const whole = { initials: 'A.K.', sex: 'female', age: 34, seriousness: 'hospital', outcome: 'recovered' };

it.each([
  ['without facts', 'self', null, ['les initiales', 'le sexe', 'l’âge', 'la gravité', 'l’évolution']],
  ['with all of them', 'self', whole, []],
  ['of a newborn', 'adult', { ...whole, age: 0 }, []],
  ['without an age', 'adult', { ...whole, age: null }, ['l’âge']],
  ['of a child, whose age is in the report', 'child', { ...whole, age: null }, []],
] as const)('says what the declaration of a reaction %s lacks', (_, taker, facts, missing) => {
  expect(missingFacts({ kind: 'reaction', taker }, facts)).toEqual(missing);
});

it('a box needs no facts about a person', () => {
  expect(missingFacts({ kind: 'box', taker: null }, null)).toEqual([]);
});

it.each([
  [0, '0 mois'],
  [8, '8 mois'],
  [12, '1 an'],
  [18, '1 an et 6 mois'],
  [36, '3 ans'],
])('%i months are « %s »', (months, words) => {
  expect(ageInWords(months)).toBe(words);
});
