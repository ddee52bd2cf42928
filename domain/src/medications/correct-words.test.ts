import { expect, it } from 'vitest';
import { beginningWith, correctWords } from './correct-words.ts';

const vocabulary = ['1000', '500', 'amoxicilline', 'doliprane', 'doliprex', 'mg', 'paracetamol', 'zinc'];
const corrected = (...typed: string[]) => {
  const found = correctWords(typed, vocabulary);
  return found && Object.fromEntries(found);
};

it.each([
  ['another letter', 'dolipzane', ['doliprane']],
  ['a missing letter', 'dolprane', ['doliprane']],
  ['an extra letter at the end', 'zincs', ['zinc']],
  ['two letters swapped', 'odliprane', ['doliprane']],
  ['a typo in a prefix', 'dolibr', ['doliprane', 'doliprex']],
])('corrects %s', (_, typed, meant) => {
  expect(corrected(typed)).toEqual({ [typed]: meant });
});

it('corrects at most two misspelt words, and only those', () => {
  expect(corrected('dolipzane', '500', 'mg', 'parazetamol')).toEqual({
    dolipzane: ['doliprane'],
    parazetamol: ['paracetamol'],
  });
  expect(corrected('dolipzane', 'parazetamol', 'amixicilline')).toBeNull();
});

it('corrects nothing when a dose, a short word or another word is in no label', () => {
  for (const unknown of ['1001', 'gel', 'absent', 'dolxxrane']) {
    expect(corrected('dolipzane', unknown), unknown).toBeNull();
  }
});

it('words that are in labels may be others that resemble them', () => {
  expect(corrected('dolipr', '500')).toBeNull();
  expect(correctWords(['parac'], ['paracetamol', 'parapluie'])?.get('parac')).toEqual([
    'paracetamol',
    'parapluie',
  ]);
  expect(correctWords(['mg'], vocabulary)).toBeNull();
});

it('the words that begin with a text', () => {
  expect(beginningWith('dolipr', vocabulary)).toEqual(['doliprane', 'doliprex']);
  expect(beginningWith('zinc', vocabulary)).toEqual(['zinc']);
  expect(beginningWith('zz', vocabulary)).toEqual([]);
  expect(beginningWith('a', [])).toEqual([]);
});
