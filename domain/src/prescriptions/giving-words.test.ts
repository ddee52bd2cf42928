import { expect, it } from 'vitest';
import { describeGiving } from './giving-words.ts';

it.each([
  [{}, ''],
  [{ repeats: 0, repeatDays: null, deliverBefore: null, maySplit: false }, ''],
  [{ repeats: 2, repeatDays: 30 }, '2\u00a0renouvellements, tous les 30 jours'],
  [{ repeats: 1 }, '1\u00a0renouvellement'],
  [
    { repeats: 2, repeatDays: 30, dueFrom: '2027-01-03' },
    '2\u00a0renouvellements, le prochain dès le 3 janvier 2027',
  ],
  [
    { deliverBefore: '2027-03-01', maySplit: true },
    'à commander avant le 1er mars 2027 · peut être pris en partie',
  ],
])('says how a line may be given: %j', (line, words) => {
  expect(describeGiving(line)).toBe(words);
});
