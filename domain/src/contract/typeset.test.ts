import { expect, it } from 'vitest';
import { typeset } from './typeset.ts';

it.each([
  ['Supprimer cette zone ?', 'Supprimer cette zone\u00a0?'],
  ['Fichier requis !', 'Fichier requis\u00a0!'],
  ['Total : 1 250 F ; payé', 'Total\u00a0: 1 250 F\u00a0; payé'],
  ['« Prête » et « Livrée »', '«\u00a0Prête\u00a0» et «\u00a0Livrée\u00a0»'],
  ['Supprimer cette zone?', 'Supprimer cette zone?'],
  ['14:05, a? b', '14:05, a? b'],
])('« %s » keeps its signs and its length', (text, expected) => {
  expect(typeset(text)).toBe(expected);
  expect(expected).toHaveLength(text.length);
});
