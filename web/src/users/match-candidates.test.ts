import { expect, test } from 'vitest';
import { matchCandidates } from './match-candidates.ts';

const people = [
  { _id: '1', name: 'Sènan Houngbédji', phone: '+2290197000011' },
  { _id: '2', name: 'Codjo Ahouansou', phone: '+2290166554433' },
];
const found = (typed: string) => matchCandidates(people, typed).map(({ _id }) => _id);

test.each([
  ['', ['1', '2']],
  ['  ', ['1', '2']],
  ['senan', ['1']],
  ['HOUNGBÉ', ['1']],
  ['01 66 55', ['2']],
  ['0197', ['1']],
  ['personne', []],
])('%j finds %j', (typed, ids) => {
  expect(found(typed)).toEqual(ids);
});
